package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Goal: a plan that can be repeated and that has something of everything. Method: ask it of many
 * tasks.
 */
class FaultPlanTest {
  private static final int TASKS = 20_000;

  @Test
  void shouldAnswerTheSameWheneverItIsAsked() {
    FaultPlan plan = new FaultPlan(7);
    Misbehaviour first = plan.of("node-0003", 12);
    plan.of("node-0004", 12);

    assertThat(plan.of("node-0003", 12)).isEqualTo(first);
    assertThat(new FaultPlan(7).of("node-0003", 12)).isEqualTo(first);
  }

  @Test
  void shouldDifferBySeedNodeAndEpoch() {
    Misbehaviour one = new FaultPlan(7).of("node-0003", 12);

    assertThat(new FaultPlan(8).of("node-0003", 12)).isNotEqualTo(one);
    assertThat(new FaultPlan(7).of("node-0004", 12)).isNotEqualTo(one);
    assertThat(new FaultPlan(7).of("node-0003", 13)).isNotEqualTo(one);
  }

  @Test
  void shouldHaveNoFaultsIfNoneAreWanted() {
    for (int task = 0; task < TASKS; task++) {
      assertThat(FaultPlan.NONE.of("node-" + task % 16, task).fault()).isEqualTo(NodeFault.NONE);
    }
  }

  @Test
  void shouldHaveEachFaultAsOftenAsItSays() {
    FaultPlan plan = new FaultPlan(1);
    Map<NodeFault, Integer> counts = new EnumMap<>(NodeFault.class);
    for (int task = 0; task < TASKS; task++) {
      Misbehaviour misbehaviour = plan.of("node-" + task % 16, task);
      counts.merge(misbehaviour.fault(), 1, Integer::sum);
      assertThat(misbehaviour.moment()).isBetween(0.0, 1.0);
      assertThat(misbehaviour.length()).isBetween(0.0, 1.0);
    }

    for (NodeFault fault : NodeFault.values()) {
      if (fault != NodeFault.NONE) {
        int expected = TASKS * fault.perMille() / 1_000;
        assertThat(counts.get(fault)).as("%s", fault).isBetween(expected / 2, expected * 2);
      }
    }
    assertThat(counts.get(NodeFault.NONE)).isGreaterThan(TASKS / 2);
  }
}
