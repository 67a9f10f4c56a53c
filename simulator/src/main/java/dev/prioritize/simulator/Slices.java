package dev.prioritize.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.prioritize.core.model.Limits;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The slices file: windows of traces worth running, each with a cluster. */
public final class Slices {
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
    JsonNode slices = JsonFields.read(file).object("slices");
    Map<String, Slice> byName = new LinkedHashMap<>();
    slices
        .properties()
        .forEach(
            slice ->
                byName.put(
                    slice.getKey(),
                    slice(slice.getKey(), new JsonFields(file, slice.getKey(), slice.getValue()))));
    return new Slices(file, byName);
  }

  private static Slice slice(String name, JsonFields fields) {
    long fromSeconds = fields.integer("from_s", 0, Long.MAX_VALUE);
    JsonFields cluster = new JsonFields(fields.file(), name + ".cluster", fields.object("cluster"));
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
        (int) cluster.integer("nodes", 1, ClusterShape.MAX_NODES),
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
              + String.join(", ", Nearest.to(name, byName.keySet())));
    }
    return slice;
  }
}
