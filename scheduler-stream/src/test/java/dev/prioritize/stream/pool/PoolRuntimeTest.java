package dev.prioritize.stream.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Pool;
import org.junit.jupiter.api.Test;

/** Goal: a tick is due when it should be, whatever the wall clock does. */
class PoolRuntimeTest {
  private static final long NOW = 1_700_000_000_000L;

  private final PoolRuntime runtime = new PoolRuntime("p", new Pool(), Heuristic::of, config());

  private static PoolConfig config() {
    return new PoolConfig(
        ClockMode.WALL,
        "fifo",
        Discipline.EASY,
        PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS,
        PoolConfig.DEFAULT_STARVATION_BOUNDS_MILLIS,
        PoolConfig.DEFAULT_DECISION_LIMIT,
        PoolConfig.DEFAULT_NODE_TIMEOUT_MILLIS,
        PoolConfig.DEFAULT_JOB_RETENTION_MILLIS,
        FaultRules.DEFAULT,
        LearnedRules.DEFAULT,
        Engine.RULES_VERSION);
  }

  private void run(Command command, long wallMillis) {
    long time = runtime.timeOf(0, wallMillis);
    LoggedCommand logged = new LoggedCommand(runtime.pool().commandSeq() + 1, time, command);
    runtime.processed(runtime.engine().process(logged), wallMillis);
  }

  @Test
  void shouldTickAfterTheClockWasSetBackAndNeverEarlierThanBefore() {
    run(new Command.ConfigurePool(config(), ConfigOrigin.DEPLOYMENT), NOW);
    run(new Command.Tick(), NOW);
    assertThat(runtime.tickDue(NOW)).isFalse();

    long setBack = NOW - 3_600_000;
    assertThat(runtime.tickDue(setBack)).isTrue();
    assertThat(runtime.timeOf(0, setBack)).isEqualTo(NOW);
  }

  @Test
  void shouldTakeThePassForDoneThoughADigestFollowsIt() {
    run(new Command.ConfigurePool(config(), ConfigOrigin.DEPLOYMENT), NOW);
    while (runtime.pool().commandSeq() < Engine.DIGEST_INTERVAL) {
      run(new Command.Tick(), NOW);
    }

    assertThat(runtime.tickDue(NOW + PoolRuntime.TICK_SPACING_MILLIS)).isFalse();
  }

  @Test
  void shouldOfferItsConfigurationOnce() {
    assertThat(runtime.takeNewConfig()).isEqualTo(config());
    assertThat(runtime.takeNewConfig()).isNull();
  }
}
