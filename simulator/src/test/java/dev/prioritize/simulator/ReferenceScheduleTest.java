package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: the engine gives the very schedules, and the report the very numbers, that an independent
 * implementation of the same semantics printed. Method: the bounds of all slices; each policy under
 * each discipline on three small slices; on all of them, which takes minutes, with {@code
 * -Dprioritize.reference=all}.
 */
class ReferenceScheduleTest {
  private static final List<String> SMALL_SLICES =
      List.of("smoke-tiresias-60", "philly-103959-w10", "lublin-256-d0-d10");
  private static final long REFERENCE_AGING_INTERVAL_MILLIS = 3_600_000;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static Slices slices;
  private static JsonNode exact;
  private static JsonNode estimated;

  @BeforeAll
  static void readReference() throws IOException {
    Path shared = SharedFolder.find();
    slices = Slices.read(shared.resolve("traces/slices.json"));
    exact = MAPPER.readTree(shared.resolve("reference/expected.json").toFile());
    estimated = MAPPER.readTree(shared.resolve("reference/expected-estimated.json").toFile());
  }

  static Stream<Arguments> referenceSlices() {
    boolean all = "all".equals(System.getProperty("prioritize.reference"));
    List<Arguments> cases = new ArrayList<>();
    for (DurationKnowledge known : List.of(DurationKnowledge.EXACT, DurationKnowledge.ESTIMATED)) {
      reference(known)
          .fieldNames()
          .forEachRemaining(
              slice -> {
                if (all || SMALL_SLICES.contains(slice)) {
                  cases.add(Arguments.of(slice, known));
                }
              });
    }
    return cases.stream();
  }

  private static JsonNode reference(DurationKnowledge known) {
    return known == DurationKnowledge.EXACT ? exact : estimated;
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("referenceSlices")
  void shouldGiveTheReferenceSchedules(String slice, DurationKnowledge known) throws IOException {
    Workload workload = new TraceReader(known, 0).read(slices.get(slice));
    JsonNode runs = reference(known).get(slice).get("runs");

    assertThat(runs).hasSize(18);
    SoftAssertions softly = new SoftAssertions();
    for (JsonNode run : runs) {
      String policy = run.get("policy").textValue();
      String mode = run.get("mode").textValue();
      PoolConfig config =
          Simulation.config(
              policy,
              Discipline.valueOf(mode.toUpperCase(Locale.ROOT)),
              REFERENCE_AGING_INTERVAL_MILLIS);

      ObjectNode report =
          ScheduleReport.of(workload, config, Simulation.run(workload, config)).toJson();

      report.remove(
          List.of("nodes", "gpus_per_node", "unfinished", "cancelled", "failed", "utilisation"));
      softly
          .assertThat(MAPPER.readTree(report.toString()))
          .as("%s %s %s/%s", slice, known, policy, mode)
          .isEqualTo(run);
    }
    softly.assertAll();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("boundedSlices")
  void shouldGiveTheReferenceBounds(String slice) {
    Workload workload = new TraceReader(DurationKnowledge.EXACT, 0).read(slices.get(slice));
    JsonNode expected = exact.get(slice).get("bounds");

    LowerBounds bounds = LowerBounds.of(workload.jobs(), workload.totalGpus());

    assertThat(bounds)
        .isEqualTo(
            new LowerBounds(
                expected.get("mean_jct_s").doubleValue(),
                expected.get("weighted_jct_s").doubleValue(),
                expected.get("makespan_s").doubleValue()));
  }

  /** All of them: they take no simulation. */
  static Stream<String> boundedSlices() {
    List<String> names = new ArrayList<>();
    exact.fieldNames().forEachRemaining(names::add);
    return names.stream();
  }
}
