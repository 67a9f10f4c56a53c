package dev.prioritize.policy.onnx;

import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.ClusterFeature;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.core.state.Job;
import java.util.Collections;
import java.util.List;

/** Observations as they may come up; a model sees only their numbers. */
final class TestObservations {
  private static final Job ANY_JOB =
      new Job(
          new JobSpec(
              "job",
              "team",
              "",
              PriorityClass.NORMAL,
              new Shape(1, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED),
              60_000L,
              null,
              0,
              List.of(),
              "spec",
              "content"),
          PriorityClass.NORMAL,
          0,
          Estimate.single(60_000, Estimate.Source.SUBMITTER),
          JobState.PENDING,
          Job.Faults.NONE,
          /* attempt= */ null,
          0,
          /* rejection= */ null);

  private TestObservations() {}

  /** Candidates of these weighted areas; all else is 0. */
  static Observation ofAreas(float... areas) {
    float[] values = new float[areas.length * CandidateFeature.COUNT];
    for (int i = 0; i < areas.length; i++) {
      values[i * CandidateFeature.COUNT + CandidateFeature.WEIGHTED_AREA.column()] = areas[i];
    }
    return new Observation(
        Collections.nCopies(areas.length, ANY_JOB), false, values, new float[ClusterFeature.COUNT]);
  }
}
