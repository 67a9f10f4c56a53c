package dev.prioritize.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.prioritize.core.model.Limits;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The slices file: windows of traces worth running, each with a cluster. */
public final class Slices {
  private static final int NAMES_SUGGESTED = 3;
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Path file;
  private final Map<String, Slice> byName;

  private Slices(Path file, Map<String, Slice> byName) {
    this.file = file;
    this.byName = byName;
  }

  /**
   * Reads all slices.
   *
   * @param file the traces that it names lie beside it
   * @throws WorkloadException if it is missing or malformed
   */
  public static Slices read(Path file) {
    JsonNode slices = new Fields(file, "", parse(file)).object("slices");
    Map<String, Slice> byName = new LinkedHashMap<>();
    slices
        .properties()
        .forEach(
            slice ->
                byName.put(
                    slice.getKey(),
                    slice(slice.getKey(), new Fields(file, slice.getKey(), slice.getValue()))));
    return new Slices(file, byName);
  }

  private static JsonNode parse(Path file) {
    try {
      return MAPPER.readTree(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new WorkloadException(
          Reason.FILE_MISSING, file + ": there is no such file; check the path", e);
    } catch (JsonProcessingException e) {
      throw new WorkloadException(
          Reason.SLICES_MALFORMED,
          file
              + ", line "
              + e.getLocation().getLineNr()
              + ": no JSON ("
              + e.getOriginalMessage()
              + "); repair the file",
          e);
    } catch (IOException e) {
      throw new WorkloadException(
          Reason.FILE_UNREADABLE, file + ": cannot be read (" + e + "); name a readable file", e);
    }
  }

  private static Slice slice(String name, Fields fields) {
    long fromSeconds = fields.integer("from_s", 0, Long.MAX_VALUE);
    Fields cluster = new Fields(fields.file, name + ".cluster", fields.object("cluster"));
    return new Slice(
        name,
        fields.path("file"),
        new TraceSelection(
            fromSeconds,
            fields.integer("to_s", fromSeconds, Long.MAX_VALUE),
            fields.has("vcs") ? fields.texts("vcs") : List.of(),
            fields.has("max_gpus")
                ? fields.integer("max_gpus", 1, Long.MAX_VALUE)
                : Long.MAX_VALUE),
        (int) cluster.integer("nodes", 1, Workload.MAX_NODES),
        (int) cluster.integer("gpus_per_node", 1, Limits.MAX_GPUS_PER_NODE));
  }

  /** The names in the file's order. */
  public Set<String> names() {
    return byName.keySet();
  }

  /**
   * The slice of this name.
   *
   * @throws WorkloadException if there is none; the message names the nearest
   */
  public Slice get(String name) {
    Slice slice = byName.get(name);
    if (slice == null) {
      throw new WorkloadException(
          Reason.SLICE_UNKNOWN,
          file
              + ": no slice "
              + OneLine.quoted(name)
              + "; the nearest names are "
              + String.join(", ", nearest(name)));
    }
    return slice;
  }

  private List<String> nearest(String name) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    List<String> names = new ArrayList<>(byName.keySet());
    names.sort(
        Comparator.comparingInt((String known) -> distance.apply(name, known))
            .thenComparing(Comparator.naturalOrder()));
    return names.subList(0, Math.min(NAMES_SUGGESTED, names.size()));
  }

  /** The fields of one object of the file, each read with its type checked. */
  private record Fields(Path file, String where, JsonNode object) {
    boolean has(String field) {
      return object.has(field);
    }

    JsonNode object(String field) {
      return check(field, object.path(field).isObject(), "an object");
    }

    Path path(String field) {
      try {
        return file.resolveSibling(text(field));
      } catch (InvalidPathException e) {
        throw new WorkloadException(
            Reason.SLICES_MALFORMED,
            file + ": slice " + where + ": " + field + " is no path; repair the file",
            e);
      }
    }

    String text(String field) {
      JsonNode value = object.path(field);
      return check(field, value.isTextual() && !value.textValue().isEmpty(), "a text").textValue();
    }

    List<String> texts(String field) {
      List<String> texts = new ArrayList<>();
      boolean allText = object.path(field).isArray() && !object.path(field).isEmpty();
      for (JsonNode text : object.path(field)) {
        allText &= text.isTextual();
        texts.add(text.asText());
      }
      check(field, allText, "a list of texts");
      return texts;
    }

    long integer(String field, long least, long most) {
      JsonNode value = object.path(field);
      boolean inRange =
          value.isIntegralNumber()
              && value.canConvertToLong()
              && value.longValue() >= least
              && value.longValue() <= most;
      return check(field, inRange, "a whole number from " + least + " to " + most).longValue();
    }

    private JsonNode check(String field, boolean good, String wanted) {
      JsonNode value = object.path(field);
      if (!good) {
        throw new WorkloadException(
            Reason.SLICES_MALFORMED,
            file
                + ": "
                + (where.isEmpty() ? field : where + "." + field)
                + (value.isMissingNode()
                    ? " is missing"
                    : " is " + OneLine.quoted(value.toString()))
                + "; it must be "
                + wanted);
      }
      return value;
    }
  }
}
