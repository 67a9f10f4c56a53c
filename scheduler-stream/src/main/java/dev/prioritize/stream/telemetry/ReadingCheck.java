package dev.prioritize.stream.telemetry;

import dev.prioritize.core.model.Ids;
import dev.prioritize.core.model.Limits;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.GpuFactsValue;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.GpuTelemetry;
import dev.prioritize.stream.input.InvalidInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one telemetry record tells of a node's GPUs. A field that holds nonsense is unknown and
 * becomes a problem; a device without an id is left out; the rest of the record stands.
 */
final class ReadingCheck {
  private static final String UNKNOWN_MODEL = "unknown";
  private static final long MAX_MEMORY_BYTES = 1L << 44; // 16 TiB
  private static final double MIN_CELSIUS = -50;
  private static final double MAX_CELSIUS = 150;
  private static final long MAX_MILLIWATTS = 10_000_000;

  private final List<GpuFactsValue> gpus = new ArrayList<>();
  private final TreeMap<String, InvalidInputException> problems = new TreeMap<>();

  /**
   * Reads a record.
   *
   * @throws InvalidInputException if the record as a whole makes no sense
   */
  ReadingCheck(GpuTelemetry telemetry) throws InvalidInputException {
    List<GpuReading> readings = telemetry.getGpus();
    if (readings.size() > Limits.MAX_GPUS_PER_NODE) {
      throw new InvalidInputException(
          DeadLetterReason.OUT_OF_RANGE,
          "gpus.length",
          readings.size(),
          "a node has at most " + Limits.MAX_GPUS_PER_NODE + " GPUs");
    }
    Set<String> uuids = new HashSet<>();
    for (int position = 0; position < readings.size(); position++) {
      GpuReading reading = readings.get(position);
      if (reading.getUuid() != null && !uuids.add(reading.getUuid())) {
        throw new InvalidInputException(
            DeadLetterReason.DUPLICATE,
            "gpus.uuid",
            reading.getUuid(),
            "report each GPU once: the exporter counts one twice");
      }
      read(position, reading);
    }
    gpus.sort(
        Comparator.comparingInt(GpuFactsValue::getIndex).thenComparing(GpuFactsValue::getUuid));
  }

  /** The devices that can be told apart, by index. */
  List<GpuFactsValue> gpus() {
    return gpus;
  }

  /** What is wrong, by device and field. */
  SortedMap<String, InvalidInputException> problems() {
    return problems;
  }

  private void read(int position, GpuReading reading) {
    String uuid = reading.getUuid();
    if (uuid == null || !Ids.isId(uuid)) {
      problem(
          uuid == null ? DeadLetterReason.MISSING_FIELD : DeadLetterReason.ILL_FORMED_ID,
          "gpus[" + position + "].uuid",
          uuid,
          "the device is left out until it tells its id");
      return;
    }
    String device = "gpus[" + uuid + "].";
    checkRatio(device + "utilisationRatio", reading.getUtilisationRatio());
    checkTemperature(device + "temperatureCelsius", reading.getTemperatureCelsius());
    checkUpTo(device + "powerMilliwatts", reading.getPowerMilliwatts(), MAX_MILLIWATTS);
    checkUpTo(device + "memoryUsedBytes", reading.getMemoryUsedBytes(), MAX_MEMORY_BYTES);
    checkUpTo(device + "eccUncorrected", reading.getEccUncorrected(), Long.MAX_VALUE);
    boolean memoryKnown =
        checkUpTo(device + "memoryTotalBytes", reading.getMemoryTotalBytes(), MAX_MEMORY_BYTES);
    boolean indexKnown =
        reading.getIndex() == null
            || checkUpTo(device + "index", reading.getIndex().longValue(), Short.MAX_VALUE);
    String model = reading.getModel();
    boolean modelKnown = model != null && isModel(model);
    if (model != null && !modelKnown) {
      problem(
          DeadLetterReason.IMPLAUSIBLE_VALUE,
          device + "model",
          model,
          "taken as unknown: not a line of at most " + Limits.MAX_TEXT_CHARS + " characters");
    }
    gpus.add(
        GpuFactsValue.newBuilder()
            .setUuid(uuid)
            .setIndex(reading.getIndex() == null || !indexKnown ? position : reading.getIndex())
            .setModel(modelKnown ? model : UNKNOWN_MODEL)
            .setMemoryBytes(memoryKnown ? reading.getMemoryTotalBytes() : 0)
            .setInService(true)
            .build());
  }

  private static boolean isModel(String model) {
    return !model.isBlank()
        && model.length() <= Limits.MAX_TEXT_CHARS
        && model.chars().noneMatch(Character::isISOControl);
  }

  private void checkRatio(String field, Double value) {
    if (value != null && (BlankValues.isBlank(value) || !(value >= 0 && value <= 1))) {
      problem(DeadLetterReason.IMPLAUSIBLE_VALUE, field, value, "taken as unknown: not 0 to 1");
    }
  }

  private void checkTemperature(String field, Double value) {
    if (value != null
        && (BlankValues.isBlank(value) || !(value >= MIN_CELSIUS && value <= MAX_CELSIUS))) {
      problem(
          DeadLetterReason.IMPLAUSIBLE_VALUE,
          field,
          value,
          "taken as unknown: not " + MIN_CELSIUS + " to " + MAX_CELSIUS + " °C");
    }
  }

  private boolean checkUpTo(String field, Long value, long most) {
    if (value == null || (value >= 0 && value <= most && !BlankValues.isBlank(value))) {
      return true;
    }
    problem(DeadLetterReason.IMPLAUSIBLE_VALUE, field, value, "taken as unknown: not 0 to " + most);
    return false;
  }

  private void problem(DeadLetterReason reason, String field, Object value, String fix) {
    problems.put(field, new InvalidInputException(reason, field, value, fix));
  }
}
