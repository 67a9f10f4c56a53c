package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.cli.DecisionWatch.Finding;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Goal: silence is told once, and its end once; what owes nothing is never silent. */
final class DecisionWatchTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long SILENCE = DecisionWatch.SILENCE.toNanos();

  private final DecisionWatch watch = new DecisionWatch(0);

  @Test
  void shouldTellSilenceOnceAndItsEndOnce() {
    assertThat(watch.look(0, true, 1)).isEqualTo(Finding.DECIDING);
    assertThat(watch.look(SILENCE - 1, true, 1)).isEqualTo(Finding.WAITING);
    assertThat(watch.look(SILENCE, true, 1)).isEqualTo(Finding.FELL_SILENT);
    assertThat(watch.look(SILENCE + SECOND, true, 1)).isEqualTo(Finding.WAITING);

    assertThat(watch.look(SILENCE + 2 * SECOND, true, 2)).isEqualTo(Finding.BACK);
    assertThat(watch.silentFor()).isEqualTo(DecisionWatch.SILENCE.plusSeconds(2));
    assertThat(watch.look(SILENCE + 3 * SECOND, true, 3)).isEqualTo(Finding.DECIDING);
  }

  @Test
  void shouldNotCallSilentWhatOwesNothing() {
    watch.look(0, false, 1);

    assertThat(watch.look(10 * SILENCE, false, 1)).isEqualTo(Finding.DECIDING);
    assertThat(watch.look(10 * SILENCE + SECOND, true, 1)).isEqualTo(Finding.WAITING);
  }

  @Test
  void shouldCountFirstSilenceFromTheBeginning() {
    watch.look(SECOND, true, 0);

    assertThat(watch.look(SECOND + SILENCE, true, 0)).isEqualTo(Finding.FELL_SILENT);
  }
}
