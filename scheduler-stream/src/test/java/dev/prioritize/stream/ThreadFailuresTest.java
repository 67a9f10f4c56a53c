package dev.prioritize.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.stream.ThreadFailures.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.RocksDBException;

/** Goal: what is of the outside is tried again, within bounds; what is ours is not. */
class ThreadFailuresTest {
  private static final int THREADS = 2;
  private static final int LIMIT = THREADS * ThreadFailures.REPLACEMENTS_PER_THREAD;

  private final ThreadFailures failures = new ThreadFailures(THREADS);

  static Stream<Throwable> failuresOfTheOutside() {
    return Stream.of(
        new StreamsException("fenced", new ProducerFencedException("by a newer producer")),
        new StreamsException(new ExecutionException(new TimeoutException("no answer"))),
        new ProcessorStateException("store", new RocksDBException("no space left on device")),
        new ProcessorStateException("store", new UncheckedIOException(new IOException("disk"))));
  }

  @ParameterizedTest
  @MethodSource("failuresOfTheOutside")
  void shouldReplaceThreadAfterFailureOfTheOutside(Throwable failure) {
    assertThat(failures.judge(failure, 0)).isEqualTo(Verdict.REPLACE);
  }

  static Stream<Throwable> failuresOfOurs() {
    return Stream.of(
        new StreamsException("process", new IllegalStateException("the ledger is broken")),
        new StreamsException(
            "process", new IllegalStateException("no row", new IOException("end of stream"))),
        new StreamsException(new NullPointerException()),
        new OutOfMemoryError());
  }

  @ParameterizedTest
  @MethodSource("failuresOfOurs")
  void shouldNotTryBugAgain(Throwable failure) {
    assertThat(failures.judge(failure, 0)).isEqualTo(Verdict.BUG);
  }

  @Test
  void shouldStopWhenAnotherHasTakenTheName() {
    Throwable failure = new StreamsException("poll", new FencedInstanceIdException("taken"));

    assertThat(failures.judge(failure, 0)).isEqualTo(Verdict.TAKEN_OVER);
  }

  @Test
  void shouldGiveUpWhenThreadsFailTooOftenAndForgiveWithTime() {
    Throwable failure = new StreamsException(new RecordTooLargeException("too large"));
    for (int i = 0; i < LIMIT; i++) {
      assertThat(failures.judge(failure, i)).isEqualTo(Verdict.REPLACE);
    }
    assertThat(failures.judge(failure, LIMIT)).isEqualTo(Verdict.GIVE_UP);

    long later = ThreadFailures.WINDOW.toMillis() + 1;
    assertThat(failures.judge(failure, later)).isEqualTo(Verdict.REPLACE);
    assertThat(failures.judge(failure, later)).isEqualTo(Verdict.GIVE_UP);
  }

  @Test
  void shouldNameTheInnermostCauseInOneLine() {
    assertThat(
            ThreadFailures.rootOf(
                new StreamsException("outer", new IllegalStateException("first\nsecond"))))
        .isEqualTo("IllegalStateException: first");
    assertThat(ThreadFailures.rootOf(new NullPointerException())).isEqualTo("NullPointerException");
  }
}
