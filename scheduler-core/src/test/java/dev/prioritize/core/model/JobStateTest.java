package dev.prioritize.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobStateTest {
  @Test
  void shouldEndOnlyInStatesWithoutAWayOut() {
    for (JobState state : JobState.values()) {
      assertThat(state.next().isEmpty()).as("%s", state).isEqualTo(state.isEnded());
    }
  }

  @Test
  void shouldLeaveHoldingOnlyThroughStoppingOrSuccess() {
    assertThat(JobState.STARTING.next()).containsExactly(JobState.RUNNING, JobState.STOPPING);
    assertThat(JobState.RUNNING.next()).containsExactly(JobState.STOPPING, JobState.SUCCEEDED);
    assertThat(JobState.STOPPING.next())
        .containsExactly(JobState.PENDING, JobState.FAILED, JobState.CANCELLED);
  }
}
