package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadGeneratorTest {
  private static Workload generate(long seed) {
    return WorkloadGenerator.generate(4, 8, WorkloadGenerator.DEFAULT_JOBS, seed);
  }

  @Test
  void shouldGiveTheSameJobsEverywhere() {
    CRC32 crc = new CRC32();
    crc.update(generate(1).jobs().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThat(generate(1)).isEqualTo(generate(1)).isNotEqualTo(generate(2));
    assertThat(crc.getValue()).as("recorded").isEqualTo(0xed53cd18L);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldFillTheClusterWithJobsOfEveryKind(long seed) {
    Workload workload = generate(seed);
    List<TraceJob> jobs = workload.jobs();

    assertThat(jobs).hasSize(WorkloadGenerator.DEFAULT_JOBS);
    assertThat(jobs).extracting(TraceJob::priorityClass).contains(PriorityClass.values());
    assertThat(jobs).extracting(TraceJob::tenant).contains("vision", "speech", "language");
    assertThat(jobs)
        .allSatisfy(
            job -> {
              assertThat(Integer.bitCount(job.gpus())).isEqualTo(1);
              assertThat(job.gpus()).isLessThanOrEqualTo(16);
              assertThat(job.durationSeconds()).isBetween(60L, 43_200L);
              assertThat(job.expectedDurationSeconds())
                  .isPositive()
                  .isNotEqualTo(job.durationSeconds());
            });
    assertThat(jobs).filteredOn(job -> job.gpus() <= 2).hasSizeGreaterThan(100);
    assertThat(jobs).filteredOn(job -> !job.name().isEmpty()).hasSizeBetween(90, 150);

    long work = jobs.stream().mapToLong(TraceJob::gpuSeconds).sum();
    long lastSubmit = jobs.get(jobs.size() - 1).submitSeconds();
    assertThat(work / (32.0 * lastSubmit)).as("offered load").isCloseTo(1.5, within(0.3));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldMakeJobsQueue(long seed) {
    Workload workload = generate(seed);
    PoolConfig config =
        Simulation.config("wsaf", Discipline.EASY, PoolConfig.DEFAULT_AGING_INTERVAL_MILLIS);

    ScheduleReport report = ScheduleReport.of(workload, config, Simulation.run(workload, config));

    assertThat(report.unfinished()).isZero();
    assertThat(report.all().meanWaitSeconds()).isGreaterThan(300);
  }

  @Test
  void shouldServeTheSmallestCluster() {
    assertThat(WorkloadGenerator.generate(1, 1, 3, 7).jobs())
        .extracting(TraceJob::gpus)
        .containsExactly(1, 1, 1);
  }

  private static List<TraceJob> philly(int count, long seed) {
    return WorkloadGenerator.generate(
            WorkloadParameters.PHILLY, ClusterShape.of(64, 8), count, seed)
        .jobs();
  }

  private static double quantile(List<TraceJob> jobs, double share) {
    long[] sorted = jobs.stream().mapToLong(TraceJob::durationSeconds).sorted().toArray();
    return sorted[(int) (share * sorted.length)];
  }

  /** The published figures are those of WorkloadParameters.PHILLY. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldBeLikePhilly(long seed) {
    List<TraceJob> jobs = philly(50_000, seed);

    assertThat(quantile(jobs, 0.5)).isBetween(800.0, 3_300.0);
    assertThat(quantile(jobs, 0.9)).isBetween(8_000.0, 40_000.0);
    assertThat(quantile(jobs, 0.99)).isBetween(200_000.0, 2_800_000.0);
    assertThat(jobs.stream().filter(job -> job.gpus() == 1).count()).isBetween(38_000L, 49_500L);
    assertThat(jobs).extracting(TraceJob::gpus).contains(2, 4, 8);
    assertThat(jobs.stream().filter(TraceJob::fails).count()).isBetween(4_500L, 5_500L);
    assertThat(jobs.stream().filter(job -> job.cancelSeconds() != null).count())
        .isBetween(4_500L, 5_500L);
    assertThat(jobs.stream().filter(job -> job.expectedDurationSeconds() != null).count())
        .isBetween(39_000L, 41_000L);
    assertThat(jobs).extracting(TraceJob::tenant).contains("vision", "games");
    double work = jobs.stream().mapToDouble(TraceJob::gpuSeconds).sum();
    double span = jobs.get(jobs.size() - 1).submitSeconds();
    assertThat(work / (512 * span)).as("offered load").isCloseTo(0.9, within(0.05));
  }

  @Test
  void shouldComeByDayRatherThanByNightAndLessAtWeekends() {
    int[] byHour = new int[24];
    int[] byDay = new int[7];
    for (TraceJob job : philly(50_000, 4)) {
      byHour[(int) (job.submitSeconds() / 3_600 % 24)]++;
      byDay[(int) (job.submitSeconds() / 86_400 % 7)]++;
    }

    assertThat(byHour[14]).isGreaterThan(2 * byHour[2]);
    assertThat(byDay[2]).isGreaterThan(byDay[6]);
  }

  @Test
  void shouldMakeEachJobAsTheWholeIsReadOneByOne() {
    WorkloadGenerator generator =
        new WorkloadGenerator(WorkloadParameters.PHILLY, ClusterShape.of(64, 8), 500, 9);
    List<TraceJob> one = new ArrayList<>();
    generator.forEachRemaining(one::add);

    assertThat(one).isEqualTo(philly(500, 9));
    assertThatThrownBy(generator::next).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void shouldRefuseParametersOutOfRange() {
    assertThatThrownBy(() -> WorkloadParameters.PHILLY.withOfferedLoad(0))
        .hasMessage("offeredLoad must be above 0 and at most 100");
    assertThatThrownBy(
            () -> new WorkloadGenerator(WorkloadParameters.DEMO, ClusterShape.of(1, 1), 0, 1))
        .hasMessage("count must be at least 1, was 0");
  }
}
