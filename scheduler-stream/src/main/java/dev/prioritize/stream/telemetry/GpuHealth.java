package dev.prioritize.stream.telemetry;

import dev.prioritize.schema.GpuFactsValue;
import dev.prioritize.schema.GpuFaultValue;
import dev.prioritize.schema.GpuReading;
import dev.prioritize.schema.TelemetryPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Which GPUs of a node are out of service, from one telemetry record and what was known before:
 *
 * <ul>
 *   <li>a hardware Xid, until the node boots or its driver is loaded anew;
 *   <li>uncorrectable ECC errors since the driver was loaded, as long as the device counts any;
 *   <li>vanished: listed before and not now, until it is listed again or the node boots.
 * </ul>
 *
 * A GPU out of service stays with its node, so that nothing counts as too large because of it.
 */
final class GpuHealth {
  private static final String ECC = "uncorrectable ECC errors";
  private static final String VANISHED = "vanished";

  private final TreeMap<String, String> causes = new TreeMap<>();
  private final List<GpuFactsValue> gpus;

  private GpuHealth(List<GpuFactsValue> gpus) {
    this.gpus = new ArrayList<>(gpus);
  }

  /**
   * The node's GPUs and their faults.
   *
   * @param before of the last record, or null
   * @param listed the GPUs that the record lists
   * @param readings the record's
   */
  static TelemetryPart next(
      TelemetryPart before, String bootId, List<GpuFactsValue> listed, List<GpuReading> readings) {
    GpuHealth health = new GpuHealth(listed);
    if (before != null && before.getBootId().equals(bootId)) {
      health.carryOver(before);
    }
    readings.forEach(health::read);
    return health.part(bootId);
  }

  private void carryOver(TelemetryPart before) {
    for (GpuFaultValue fault : before.getFaults()) {
      if (!fault.getCause().equals(VANISHED)) {
        causes.put(fault.getUuid(), fault.getCause());
      }
    }
    for (GpuFactsValue gpu : before.getGpus()) {
      if (gpus.stream().noneMatch(listed -> listed.getUuid().equals(gpu.getUuid()))) {
        gpus.add(gpu);
        causes.put(gpu.getUuid(), VANISHED);
      }
    }
  }

  private void read(GpuReading reading) {
    String uuid = reading.getUuid();
    if (uuid == null) {
      return;
    }
    Long ecc = reading.getEccUncorrected();
    boolean eccKnown = ecc != null && ecc >= 0 && !BlankValues.isBlank(ecc);
    if (eccKnown && ecc > 0) {
      causes.putIfAbsent(uuid, ECC);
    } else if (eccKnown) {
      causes.remove(uuid, ECC);
    }
    for (int xid : reading.getXids()) {
      if (HardwareXids.meaning(xid) != null) {
        causes.put(uuid, "Xid " + xid + ", " + HardwareXids.meaning(xid));
      }
    }
  }

  private TelemetryPart part(String bootId) {
    List<GpuFactsValue> judged = new ArrayList<>(gpus.size());
    List<GpuFaultValue> faults = new ArrayList<>();
    for (GpuFactsValue gpu : gpus) {
      String cause = causes.get(gpu.getUuid());
      judged.add(GpuFactsValue.newBuilder(gpu).setInService(cause == null).build());
      if (cause != null) {
        faults.add(new GpuFaultValue(gpu.getUuid(), cause));
      }
    }
    judged.sort(
        Comparator.comparingInt(GpuFactsValue::getIndex).thenComparing(GpuFactsValue::getUuid));
    faults.sort(Comparator.comparing(GpuFaultValue::getUuid));
    return new TelemetryPart(judged, bootId, faults);
  }
}
