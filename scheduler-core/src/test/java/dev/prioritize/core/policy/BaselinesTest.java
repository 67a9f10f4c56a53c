package dev.prioritize.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.prioritize.core.Scenario;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.Estimate.Source;
import dev.prioritize.core.model.Limits;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.state.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: each baseline is the formula of its paper. Method: cases computed by hand, and schedules in
 * which the formulas disagree.
 */
class BaselinesTest {
  private static final int POOL_GPUS = 16;

  private static Job job(int gpus, long submitSeconds, long seconds, PriorityClass priorityClass) {
    Scenario scenario = Scenario.of(Heuristic.FIFO, Discipline.STRICT).node("n0", POOL_GPUS);
    scenario.at(submitSeconds).job("j").of(priorityClass).gpus(gpus).seconds(seconds).submit();
    return scenario.pool().job("j");
  }

  @ParameterizedTest(name = "wfp3 of {0} GPUs, {1} s, after {2} s = {3}")
  @CsvSource({
    "4, 100, 200, 32", // (200 / 100)^3 * 4
    "1, 200, 100, 0.125", // (100 / 200)^3 * 1
    "8, 100, 0, 0",
  })
  void shouldScoreByWfp3(int gpus, long seconds, long waits, double expected) {
    Job job = job(gpus, 50, seconds, PriorityClass.NORMAL);

    assertThat(Heuristic.WFP3.score().of(job, (50 + waits) * 1_000, POOL_GPUS)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "unicep of {0} GPUs, {1} s, after {2} s = {3}")
  @CsvSource({
    "4, 100, 200, 1", // 200 / (2 * 100)
    "8, 100, 150, 0.5", // 150 / (3 * 100)
    "1, 100, 200, 2e15", // 200 / (1e-15 * 100)
    "1, 100, 0, 0",
  })
  void shouldScoreByUnicep(int gpus, long seconds, long waits, double expected) {
    Job job = job(gpus, 50, seconds, PriorityClass.NORMAL);

    assertThat(Heuristic.UNICEP.score().of(job, (50 + waits) * 1_000, POOL_GPUS))
        .isCloseTo(expected, within(expected * 1e-12));
  }

  @ParameterizedTest(name = "multifactor of {0} GPUs, {1}, after {2} s = {3}")
  @CsvSource({
    "16, URGENT, 604800, 3000", // 1000 + 1000 + 1000
    "16, URGENT, 6048000, 3000", // no older than 7 d
    "8, HIGH, 302400, 1750", // 500 + 500 + 750
    "4, LOW, 0, 500", // 0 + 250 + 250
  })
  void shouldScoreByMultifactor(
      int gpus, PriorityClass priorityClass, long waits, double expected) {
    Job job = job(gpus, 50, 100, priorityClass);

    assertThat(Heuristic.MULTIFACTOR.score().of(job, (50 + waits) * 1_000, POOL_GPUS))
        .isEqualTo(expected);
  }

  @ParameterizedTest(name = "f1 of {0} GPUs, {1} s, submitted at {2} s = {3}")
  @CsvSource({
    "4, 1000, 100, 1752", // 3 * 4 + 870 * 2
    "1, 10, 0, -869", // 1 * 1 + 870 * -1
  })
  void shouldScoreByF1(int gpus, long seconds, long submitSeconds, double expected) {
    Job job = job(gpus, submitSeconds, seconds, PriorityClass.NORMAL);

    assertThat(BaselineFormulas.f1(job)).isCloseTo(expected, within(1e-9));
  }

  /** Four GPUs each, but d with one; all but the last wait for "fill" to end at 305 s. */
  @ParameterizedTest(name = "{0} orders {1}")
  @CsvSource({
    // Waits at 305 s: a 304, b 303, c 302, d 301, e 300; all later passes are at 305 s too.
    "WFP3, b a c e d", // ×4: (1.01)^3, (3.03)^3, (0.77)^3, (0.5)^3; d (0.3)^3 x 1
    "UNICEP, d b a c e", // one GPU first, then w / r
    "MULTIFACTOR, c a b e d", // URGENT; NORMAL by wait; the smaller LOW last
    "F1, a b c d e", // submission decides
    "WSAF4, c b a d e", // areas 1,560 ÷ 4,096; 400, 1,200 ÷ 16; 1,000 and 2,400 ÷ 1
    "QSSF, d a b c e", // nothing known: an hour each, so GPUs, then submission
  })
  void shouldStartJobsInOrder(Heuristic policy, String expected) {
    Scenario scenario = Scenario.of(policy, Discipline.STRICT).node("n0", 4);
    scenario.job("fill").gpus(4).seconds(1).submit().tick();
    scenario.at(1).job("a").of(PriorityClass.NORMAL).gpus(4).seconds(300).submit();
    scenario.at(2).job("b").of(PriorityClass.NORMAL).gpus(4).seconds(100).submit();
    scenario.at(3).job("c").of(PriorityClass.URGENT).gpus(4).seconds(390).submit();
    scenario.at(4).job("d").of(PriorityClass.LOW).gpus(1).seconds(1_000).submit();
    scenario.at(5).job("e").of(PriorityClass.LOW).gpus(4).seconds(600).submit();

    scenario.at(305).ends("fill").tick();
    while (scenario.pool().queue().size() > 0) {
      scenario.ends(scenario.placed().get(scenario.placed().size() - 1)).tick();
    }

    assertThat(String.join(" ", scenario.placed())).isEqualTo("fill " + expected);
  }

  /** w ÷ r of "long" is ahead until "short", submitted later, overtakes it. */
  @Test
  void shouldSortAnewAsTimePasses() {
    Scenario scenario = Scenario.of(Heuristic.WFP3, Discipline.STRICT).node("n0", 1);
    scenario.job("fill").seconds(1).submit().tick();
    scenario.at(10).job("long-1").seconds(100).submit().job("long-2").seconds(100).submit();
    scenario.at(100).job("short").seconds(10).submit();

    scenario.at(101).ends("fill").tick(); // 0.91 and 0.1
    scenario.at(200).ends("long-1").tick(); // 1.9 and 10

    assertThat(scenario.placed()).containsExactly("fill", "long-1", "short");
  }

  @Test
  void shouldNotBelieveTheSubmitterUnderQssf() {
    Scenario scenario = Scenario.of(Heuristic.QSSF, Discipline.EASY).node("n0", 4);
    for (int i = 0; i < 5; i++) {
      scenario.at(60L * i).job("done-" + i).gpus(2).seconds(1).submit().tick();
      scenario.at(60L * (i + 1)).ends("done-" + i);
    }
    scenario.job("told").gpus(2).seconds(5).submit();

    assertThat(scenario.pool().job("told").estimate().durationMillis()).isEqualTo(60_000);
    assertThat(scenario.pool().job("told").estimate().source()).isEqualTo(Source.TENANT_GPUS);
  }

  /** The largest area there can be does not overflow under the fourth power of the weight. */
  @Test
  void shouldCompareTheLargestAreasUnderWsaf4() {
    long longest = Limits.MAX_DURATION_MILLIS / 1_000;
    Scenario scenario = Scenario.of(Heuristic.WSAF4, Discipline.EASY);
    scenario.job("low").of(PriorityClass.LOW).gpus(8_192).seconds(longest).submit();
    scenario.job("urgent").of(PriorityClass.URGENT).gpus(8_192).seconds(longest).submit();

    assertThat(
            Heuristic.WSAF4
                .order(scenario.pool().config())
                .compare(scenario.pool().job("urgent"), scenario.pool().job("low")))
        .isNegative();
  }

  /** Of the same jobs in two pools, random makes one order, and not that of submission. */
  @Test
  void shouldRepeatWhatIsRandom() {
    assertThat(randomOrder()).isEqualTo(randomOrder()).isNotEqualTo("a b c d e f g h ");
  }

  private static String randomOrder() {
    Scenario scenario = Scenario.of(Heuristic.RANDOM, Discipline.STRICT).node("n0", 8);
    for (char id = 'a'; id <= 'h'; id++) {
      scenario.job(String.valueOf(id)).submit();
    }
    return String.join(" ", scenario.tick().placed()) + " ";
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeFoundByName(Heuristic heuristic) {
    assertThat(Heuristic.find(heuristic.identity().name())).isSameAs(heuristic);
  }
}
