package dev.prioritize.stream.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Goal: soon while the scheduler keeps up, seldom while it is behind; whatever the clock does. */
class CommitPacingTest {
  private static final long NOW = 1_700_000_000_000L;

  private final CommitPacing pacing = new CommitPacing(10);

  @Test
  void shouldCommitAtOnceWhatComesAfterAPause() {
    pacing.input(1);
    pacing.written();

    assertThat(pacing.takeDue(NOW)).isTrue();
    assertThat(pacing.takeDue(NOW + 100)).as("nothing new").isFalse();
  }

  @Test
  void shouldKeepTheIntervalBetweenCommits() {
    pacing.written();
    pacing.takeDue(NOW);
    pacing.written();

    assertThat(pacing.takeDue(NOW + 9)).isFalse();
    assertThat(pacing.takeDue(NOW + 10)).isTrue();
  }

  @Test
  void shouldLeaveTheCommitToStreamsWhileInputsWait() {
    pacing.input(41);
    pacing.written();
    assertThat(pacing.takeDue(NOW)).isFalse();

    pacing.input(40);
    assertThat(pacing.takeDue(NOW)).as("caught up").isTrue();
  }

  @Test
  void shouldCommitTheLastOfManyInputsSoon() {
    pacing.input(1_000);
    pacing.written();
    pacing.punctuated();
    assertThat(pacing.takeDue(NOW)).as("an input came since the last punctuation").isFalse();

    pacing.punctuated();
    assertThat(pacing.takeDue(NOW)).as("none came since").isTrue();
  }

  @Test
  void shouldNotWaitForAClockThatWasSetBack() {
    pacing.written();
    pacing.takeDue(NOW);
    pacing.written();

    assertThat(pacing.takeDue(NOW - 3_600_000)).isTrue();
  }

  @Test
  void shouldNeverCollectForLessThanTheInterval() {
    assertThat(CommitPacing.longestMillis(10)).isEqualTo(40);
    assertThat(CommitPacing.longestMillis(500)).isEqualTo(500);
  }
}
