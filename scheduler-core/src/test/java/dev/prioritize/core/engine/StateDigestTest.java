package dev.prioritize.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event.JobForgotten;
import dev.prioritize.core.event.Event.PassFinished;
import dev.prioritize.core.event.Event.StateDigest;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.StateDigester;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Goal: every so often the log says what its state is, so that whoever folds it finds out where it
 * went wrong. Method: a pool with a running and a waiting job, and many ticks.
 */
class StateDigestTest {
  private static final long DAY = 24 * 3_600;

  private final Scenario scenario = Scenario.of(Heuristic.AGED, Discipline.EASY);

  private StateDigestTest() {
    scenario.node("n0", 4).job("runs").gpus(3).submit().job("waits").gpus(2).submit();
    scenario.tick();
  }

  @Test
  void shouldEndEveryTenThousandthCommandWithTheDigestOfTheStateBeforeIt() {
    Engine engine = new Engine(new Pool(), Heuristic::of);
    List<LoggedEvent> events = new ArrayList<>();
    scenario.commands().forEach(command -> events.addAll(engine.process(command)));

    List<Long> digestedBy = new ArrayList<>();
    long last = 2L * Engine.DIGEST_INTERVAL;
    while (engine.pool().commandSeq() < last) {
      LoggedCommand tick =
          new LoggedCommand(engine.pool().commandSeq() + 1, 10_000, new Command.Tick());
      List<LoggedEvent> ofTick = engine.process(tick);
      events.addAll(ofTick);
      if (ofTick.stream().anyMatch(event -> event.event() instanceof StateDigest)) {
        digestedBy.add(tick.commandSeq());
        assertThat(ofTick.get(0).event()).isInstanceOf(PassFinished.class);
        assertThat(ofTick.get(1).event()).isInstanceOf(StateDigest.class);
        assertThat(ofTick).hasSize(2);
      }
    }

    assertThat(digestedBy).containsExactly(last / 2, last);
    assertDigestsAreThoseOfTheFold(events);
  }

  private static void assertDigestsAreThoseOfTheFold(List<LoggedEvent> events) {
    Pool folded = new Pool();
    for (LoggedEvent event : events) {
      if (event.event() instanceof StateDigest digest) {
        assertThat(folded.eventSeq()).isEqualTo(event.eventSeq() - 1);
        assertThat(digest.sha256()).matches("[0-9a-f]{64}").isEqualTo(digestOf(folded));
      }
      folded.apply(event);
    }
  }

  @Test
  void shouldBeTheSameAfterARestartFromStoredRows() {
    Pool restored = Pool.restore(scenario.pool().snapshot());

    assertThat(digestOf(restored)).isEqualTo(digestOf(scenario.pool()));
  }

  @Test
  void shouldDifferAfterAnyChange() {
    List<String> digests = new ArrayList<>(List.of(digestOf(scenario.pool())));

    scenario.tick(); // nothing but the counters
    digests.add(digestOf(scenario.pool()));
    scenario.run(new Command.ChangePriority("waits", PriorityClass.URGENT));
    digests.add(digestOf(scenario.pool()));
    scenario.at(5).tick();
    digests.add(digestOf(scenario.pool()));

    assertThat(digests).doesNotHaveDuplicates();
  }

  /** Jobs come, change, end and are forgotten before, between and behind the others. */
  @Test
  void shouldNotDependOnWhatWasDigestedBefore() {
    StateDigester digester = new StateDigester();
    SplittableRandom random = new SplittableRandom(1);
    for (int step = 0; step < 300; step++) {
      String id = "job-" + random.nextInt(40);
      switch (random.nextInt(4)) {
        case 0 -> scenario.job(id).seconds(1 + random.nextInt(9)).submit();
        case 1 -> scenario.run(new Command.CancelJob(id));
        case 2 -> scenario.run(new Command.ChangePriority(id, PriorityClass.URGENT));
        default -> scenario.at(scenario.pool().nowMillis() / Scenario.SECOND + DAY).tick();
      }
      if (random.nextInt(3) == 0) {
        assertThat(digester.sha256(scenario.pool().snapshot()))
            .isEqualTo(digestOf(scenario.pool()));
      }
    }
    assertThat(scenario.events(JobForgotten.class)).isNotEmpty();
  }

  private static String digestOf(Pool pool) {
    return new StateDigester().sha256(pool.snapshot());
  }
}
