package dev.prioritize.core.model;

import java.util.Comparator;

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
  private static final Comparator<Shape> ORDER =
      Comparator.comparingInt(Shape::gpus)
          .thenComparing(Shape::gpuModel)
          .thenComparing(Shape::placement);

  /** The model of shapes that take any GPU. */
  public static final String ANY_MODEL = "";

  @Override
  public int compareTo(Shape other) {
    return ORDER.compare(this, other);
  }
}
