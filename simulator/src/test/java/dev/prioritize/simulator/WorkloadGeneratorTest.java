package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import java.util.List;
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
    crc.update(generate(1).toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThat(generate(1)).isEqualTo(generate(1)).isNotEqualTo(generate(2));
    assertThat(crc.getValue()).as("recorded").isEqualTo(0x1f25ef0dL);
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
    assertThat(work / (32.0 * lastSubmit)).as("offered load").isCloseTo(1.0, within(0.2));
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
}
