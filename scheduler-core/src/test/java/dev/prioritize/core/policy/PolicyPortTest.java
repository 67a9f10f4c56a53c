package dev.prioritize.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.Event.JobPlaced;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.core.state.Job;
import dev.prioritize.core.state.Pool;
import dev.prioritize.core.state.PoolInvariants;
import dev.prioritize.core.state.TaskRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Goal: a policy may be bad but never illegal. Method: policies that do what none should. */
class PolicyPortTest {
  /** Ways to misbehave. */
  enum Bad implements Policy {
    /** Looks one job ahead, and takes the earlier. */
    LOOKS_AHEAD {
      @Override
      public Job pick(PassView pass) {
        Job first = pass.nextInOrder();
        Job second = pass.nextInOrder();
        return second == null || first != null ? first : second;
      }
    },
    /** Looks one job ahead, and takes the later. */
    SKIPS {
      @Override
      public Job pick(PassView pass) {
        Job first = pass.nextInOrder();
        Job second = pass.nextInOrder();
        return second == null ? first : second;
      }
    },
    /** Insists on one job, started or not. */
    REPEATS {
      @Override
      public Job pick(PassView pass) {
        favourite = favourite == null ? pass.nextInOrder() : favourite;
        return favourite;
      }
    },
    /**
     * Insists on a job that it was not handed out in this pass: the one it saw last in the first.
     */
    REMEMBERS {
      @Override
      public Job pick(PassView pass) {
        if (favourite != null) {
          return favourite;
        }
        Job first = pass.nextInOrder();
        for (Job next = first; next != null; next = pass.nextInOrder()) {
          favourite = next;
        }
        return first;
      }
    },
    /** Wants nothing. */
    REFUSES {
      @Override
      public Job pick(PassView pass) {
        return null;
      }
    };

    @SuppressWarnings("ImmutableEnumChecker") // a test's memory
    Job favourite;

    @Override
    public PolicyIdentity identity() {
      return new PolicyIdentity(name(), 1, "");
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldStayLegalWhateverThePolicyPicks(Bad policy) {
    for (Discipline discipline : Discipline.values()) {
      policy.favourite = null;
      Engine engine = new Engine(new Pool(), name -> policy);
      List<LoggedEvent> events = new ArrayList<>();
      run(
          engine,
          events,
          new Command.ConfigurePool(
              Scenario.config(Heuristic.FIFO, discipline), ConfigOrigin.DEPLOYMENT));
      run(
          engine,
          events,
          new Command.ReportNode(Scenario.facts("n0", 4, "A100"), Inventory.NOTHING));
      run(
          engine,
          events,
          new Command.ReportNode(Scenario.facts("n1", 4, "A100"), Inventory.NOTHING));
      for (int i = 0; i < 12; i++) {
        run(engine, events, new Command.SubmitJob(job("job-" + i, 1 + i % 5)));
      }
      for (int pass = 0; pass < 12; pass++) {
        run(engine, events, new Command.Tick());
        assertThat(PoolInvariants.violations(engine.pool())).as("%s", discipline).isEmpty();
        endOneJob(engine, events);
      }
      assertThat(
              events.stream()
                  .map(LoggedEvent::event)
                  .filter(JobPlaced.class::isInstance)
                  .map(event -> ((JobPlaced) event).jobId()))
          .as("%s under %s", policy, discipline)
          .doesNotHaveDuplicates()
          .hasSizeGreaterThanOrEqualTo(policy == Bad.REFUSES ? 0 : 1);
    }
  }

  private static void endOneJob(Engine engine, List<LoggedEvent> events) {
    for (Job job : engine.pool().snapshot().jobs()) {
      if (job.state().holdsGpus()) {
        for (TaskRun task : job.attempt().tasks()) {
          run(
              engine,
              events,
              new Command.ReportTask(
                  job.id(),
                  job.attempts(),
                  job.attempt().epoch(),
                  task.nodeId(),
                  TaskState.SUCCEEDED,
                  0,
                  ""));
        }
        return;
      }
    }
  }

  private static void run(Engine engine, List<LoggedEvent> events, Command command) {
    events.addAll(engine.process(new LoggedCommand(engine.pool().commandSeq() + 1, 0, command)));
  }

  private static JobSpec job(String id, int gpus) {
    return new JobSpec(
        id,
        "team",
        "",
        PriorityClass.NORMAL,
        new Shape(gpus, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED),
        60_000L,
        null,
        0,
        List.of(),
        "spec",
        "content of " + id);
  }
}
