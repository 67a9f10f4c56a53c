package dev.prioritize.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.simulator.TraceJob;
import dev.prioritize.simulator.Workload;
import dev.prioritize.trainer.Window.Knowledge;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goal: windows differ, repeat, and tell of durations only what they should. */
class WindowsTest {
  @ParameterizedTest
  @EnumSource
  void shouldTellOfDurationsWhatTheyShould(Knowledge knowledge) {
    Workload workload = new Windows(List.of()).of(7, knowledge).workload();

    assertThat(workload.jobs()).hasSizeGreaterThan(200);
    for (TraceJob job : workload.jobs()) {
      switch (knowledge) {
        case EXACT -> assertThat(job.expectedDurationSeconds()).isEqualTo(job.durationSeconds());
        case ESTIMATED -> assertThat(job.expectedDurationSeconds()).isNull();
        case NOISY -> assertThat(job.expectedDurationSeconds()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRepeatForTheSameSeedOnly(Knowledge knowledge) {
    Windows windows = new Windows(List.of());

    assertThat(windows.of(3, knowledge).workload().jobs())
        .isEqualTo(windows.of(3, knowledge).workload().jobs())
        .isNotEqualTo(windows.of(4, knowledge).workload().jobs());
  }
}
