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
import dev.prioritize.core.model.Substitution;
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
  enum Bad implements LearnedPolicy {
    /** Always the worst by wsaf. */
    LAST {
      @Override
      public Choice choose(Observation observation) {
        return new Choice.Chosen(observation.count() - 1, 1, Choice.NONE, 0);
      }
    },
    /** Names what was not shown. */
    BEYOND {
      @Override
      public Choice choose(Observation observation) {
        return new Choice.Chosen(observation.count(), 1, Choice.NONE, 0);
      }
    },
    /** Names nothing. */
    NEGATIVE {
      @Override
      public Choice choose(Observation observation) {
        return new Choice.Chosen(Choice.NONE, 1, Choice.NONE, 0);
      }
    },
    /** Has another that was not shown. */
    STRANGE_RUNNER_UP {
      @Override
      public Choice choose(Observation observation) {
        return new Choice.Chosen(0, 1, observation.count(), 0);
      }
    },
    /** Cannot count. */
    NOT_A_NUMBER {
      @Override
      public Choice choose(Observation observation) {
        return new Choice.Chosen(0, Float.NaN, Choice.NONE, 0);
      }
    },
    /** Answers nothing. */
    SILENT {
      @Override
      public Choice choose(Observation observation) {
        return null;
      }
    },
    /** Fails every other time. */
    MOODY {
      @Override
      public Choice choose(Observation observation) {
        asked++;
        return asked % 2 == 0
            ? new Choice.Failed(Substitution.Reason.TOO_SLOW, "slow")
            : new Choice.Chosen(0, 1, Choice.NONE, 0);
      }
    };

    @SuppressWarnings("ImmutableEnumChecker") // a test's memory
    int asked;

    @Override
    public PolicyIdentity identity() {
      return new PolicyIdentity(name(), 1, "");
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldStayLegalWhateverThePolicyPicks(Bad policy) {
    Engine engine = new Engine(new Pool(), name -> policy);
    List<LoggedEvent> events = new ArrayList<>();
    run(
        engine,
        events,
        new Command.ConfigurePool(
            Scenario.config(Heuristic.FIFO, Discipline.EASY), ConfigOrigin.DEPLOYMENT));
    run(engine, events, new Command.ReportNode(Scenario.facts("n0", 4, "A100"), Inventory.NOTHING));
    run(engine, events, new Command.ReportNode(Scenario.facts("n1", 4, "A100"), Inventory.NOTHING));
    for (int i = 0; i < 12; i++) {
      run(engine, events, new Command.SubmitJob(job("job-" + i, 1 + i % 5)));
    }
    for (int pass = 0; pass < 12; pass++) {
      run(engine, events, new Command.Tick());
      assertThat(PoolInvariants.violations(engine.pool())).isEmpty();
      endOneJob(engine, events);
    }
    assertThat(
            events.stream()
                .map(LoggedEvent::event)
                .filter(JobPlaced.class::isInstance)
                .map(event -> ((JobPlaced) event).jobId()))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThanOrEqualTo(12);
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
