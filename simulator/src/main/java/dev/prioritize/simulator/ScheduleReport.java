package dev.prioritize.simulator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.JobMetrics.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.zip.CRC32;

/**
 * What a schedule was worth, over the jobs that have ended.
 *
 * @param policy name of the policy
 * @param mode name of the discipline, in lower case
 * @param nodes nodes of the cluster
 * @param gpusPerNode GPUs of each
 * @param dropped rows of the trace left out because they could never run
 * @param unfinished jobs that have not ended, of which nothing else counts
 * @param cancelled jobs that did not end by themselves, of which nothing else counts
 * @param failed jobs that ended with an error; they count as the others
 * @param digest CRC-32 in hex over who ran when: equal only for the very same schedule
 * @param all metrics of all jobs
 * @param byClass metrics of each class
 * @param weightedJctSeconds mean JCT weighted by class weight, to 3 decimals
 * @param weightedWaitSeconds mean wait so weighted
 * @param makespanSeconds from the first submission to the last end
 * @param gpuSeconds Σ GPUs × duration
 * @param utilisationRatio GPU seconds ÷ (GPUs × makespan), to 4 decimals
 */
public record ScheduleReport(
    String policy,
    String mode,
    int nodes,
    int gpusPerNode,
    int dropped,
    int unfinished,
    int cancelled,
    int failed,
    String digest,
    JobMetrics all,
    Map<PriorityClass, JobMetrics> byClass,
    double weightedJctSeconds,
    double weightedWaitSeconds,
    long makespanSeconds,
    long gpuSeconds,
    double utilisationRatio) {

  /**
   * Measures a schedule.
   *
   * @param config what it was made under
   * @param runs when the jobs ran, by job id; one that is missing has not ended
   */
  public static ScheduleReport of(Workload workload, PoolConfig config, Map<String, JobRun> runs) {
    return of(workload, config, Schedule.of(workload, runs));
  }

  /** Measures a schedule that was made under this configuration. */
  public static ScheduleReport of(Workload workload, PoolConfig config, Schedule schedule) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int seq = 0; seq < workload.jobs().size(); seq++) {
      JobRun run = schedule.runOf(seq);
      if (run != null) {
        outcomes.add(new Outcome(workload.jobs().get(seq), run));
      }
    }
    long makespan = makespanSeconds(outcomes);
    long gpuSeconds = outcomes.stream().mapToLong(outcome -> outcome.job().gpuSeconds()).sum();
    return new ScheduleReport(
        config.policy(),
        config.discipline().name().toLowerCase(Locale.ROOT),
        workload.nodes(),
        workload.gpusPerNode(),
        workload.dropped(),
        schedule.count(Schedule.End.NONE),
        schedule.count(Schedule.End.CANCELLED),
        schedule.count(Schedule.End.FAILED),
        digest(outcomes),
        JobMetrics.of(outcomes),
        byClass(outcomes),
        weightedMean(outcomes, Outcome::jctSeconds),
        weightedMean(outcomes, Outcome::waitSeconds),
        makespan,
        gpuSeconds,
        makespan == 0
            ? 0
            : JobMetrics.quotient(
                (double) gpuSeconds, (double) workload.totalGpus() * makespan, 4));
  }

  private static Map<PriorityClass, JobMetrics> byClass(List<Outcome> outcomes) {
    Map<PriorityClass, JobMetrics> byClass = new EnumMap<>(PriorityClass.class);
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byClass.put(
          priorityClass,
          JobMetrics.of(
              outcomes.stream()
                  .filter(outcome -> outcome.job().priorityClass() == priorityClass)
                  .toList()));
    }
    return byClass;
  }

  private static double weightedMean(List<Outcome> outcomes, ToLongFunction<Outcome> value) {
    long weights = 0;
    long sum = 0;
    for (Outcome outcome : outcomes) {
      weights += outcome.weight();
      sum += outcome.weight() * value.applyAsLong(outcome);
    }
    return outcomes.isEmpty() ? 0 : JobMetrics.quotient((double) sum, (double) weights, 3);
  }

  private static long makespanSeconds(List<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      return 0;
    }
    long lastEnd = 0;
    for (Outcome outcome : outcomes) {
      lastEnd = Math.max(lastEnd, outcome.run().endSeconds());
    }
    return lastEnd - outcomes.get(0).job().submitSeconds();
  }

  private static String digest(List<Outcome> outcomes) {
    CRC32 crc = new CRC32();
    for (Outcome outcome : outcomes) {
      String line =
          outcome.job().jobId()
              + ","
              + outcome.run().startSeconds()
              + ","
              + outcome.run().endSeconds()
              + "\n";
      crc.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }

  /** The report as JSON; times in seconds, as {@code _s} says. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("policy", policy);
    json.put("mode", mode);
    json.put("nodes", nodes);
    json.put("gpus_per_node", gpusPerNode);
    json.put("dropped", dropped);
    json.put("unfinished", unfinished);
    json.put("cancelled", cancelled);
    json.put("failed", failed);
    json.put("digest", digest);
    all.writeTo(json);
    if (all.jobs() > 0) {
      json.put("weighted_jct_s", weightedJctSeconds);
      json.put("weighted_wait_s", weightedWaitSeconds);
      json.put("makespan_s", makespanSeconds);
      json.put("gpu_seconds", gpuSeconds);
      json.put("utilisation", utilisationRatio);
    }
    List<PriorityClass> highestFirst =
        List.of(PriorityClass.URGENT, PriorityClass.HIGH, PriorityClass.NORMAL, PriorityClass.LOW);
    for (PriorityClass priorityClass : highestFirst) {
      byClass.get(priorityClass).writeTo(json.putObject(priorityClass.name()));
    }
    return json;
  }
}
