package dev.prioritize.core.model;

/**
 * What decides whether a job fits: all pending jobs of one shape fit or do not fit together, so a
 * pass probes each shape at most once.
 *
 * @param gpus GPUs of the gang, at least 1
 * @param gpuModel wanted GPU model, or "" for any
 * @param placement how the gang may be laid over nodes
 */
public record Shape(int gpus, String gpuModel, PlacementRule placement)
    implements Comparable<Shape> {
  /** The model of shapes that take any GPU. */
  public static final String ANY_MODEL = "";

  /** By hand, since a pass looks up shapes all the time. */
  @Override
  public int compareTo(Shape other) {
    if (gpus != other.gpus) {
      return Integer.compare(gpus, other.gpus);
    }
    int byModel = gpuModel.compareTo(other.gpuModel);
    return byModel != 0 ? byModel : placement.compareTo(other.placement);
  }
}
