package dev.prioritize.stream.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.Label;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.PriorityClassValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubmissionMapperTest {
  private static final LabelValue A = new LabelValue("a", "1");
  private static final LabelValue B = new LabelValue("b", "2");

  private final SubmissionMapper mapper = new SubmissionMapper(new AvroCodec());

  @Test
  void shouldMapAllThatIsSet() {
    JobSpec spec = mapper.toSpec(full().build());

    assertThat(spec)
        .usingRecursiveComparison()
        .ignoringFields("launchSpecSha256", "contentSha256")
        .isEqualTo(
            new JobSpec(
                "job-1",
                "team",
                "train",
                PriorityClass.HIGH,
                new Shape(8, "H200", PlacementRule.SPREAD),
                1_000L,
                2_000L,
                3,
                List.of(new Label("a", "1"), new Label("b", "2")),
                "",
                ""));
    assertThat(spec.launchSpecSha256()).matches("[0-9a-f]{64}");
    assertThat(spec.contentSha256()).matches("[0-9a-f]{64}").isNotEqualTo(spec.launchSpecSha256());
  }

  @Test
  void shouldFillInWhatIsLeftOut() {
    JobSubmission bare =
        JobSubmission.newBuilder()
            .setPool("pool-1")
            .setJobId("job-1")
            .setTenant("team")
            .setGpus(1)
            .setLaunchSpec(LaunchSpec.newBuilder().setArgv(List.of("true")).build())
            .setSubmittedAtMillis(5L)
            .build();

    JobSpec spec = mapper.toSpec(bare);

    assertThat(spec.name()).isEmpty();
    assertThat(spec.priorityClass()).isEqualTo(PriorityClass.NORMAL);
    assertThat(spec.shape()).isEqualTo(new Shape(1, Shape.ANY_MODEL, PlacementRule.CONSOLIDATED));
    assertThat(spec.expectedDurationMillis()).isNull();
    assertThat(spec.timeLimitMillis()).isNull();
    assertThat(spec.maxRetries()).isZero();
    assertThat(spec.labels()).isEmpty();
  }

  @Test
  void shouldHashAlikeWhateverTimeAndOrder() {
    JobSpec first = mapper.toSpec(full().build());
    JobSpec again =
        mapper.toSpec(
            full()
                .setSubmittedAtMillis(99L)
                .setLabels(List.of(A, B))
                .setLaunchSpec(new LaunchSpec(List.of("x"), List.of(A, B), null, "img"))
                .build());

    assertThat(again).isEqualTo(first);
  }

  @Test
  void shouldHashOtherContentOtherwise() {
    JobSpec first = mapper.toSpec(full().build());
    JobSpec otherTenant = mapper.toSpec(full().setTenant("others").build());
    JobSpec otherProgram =
        mapper.toSpec(
            full().setLaunchSpec(new LaunchSpec(List.of("y"), List.of(A, B), null, "img")).build());

    assertThat(otherTenant.contentSha256()).isNotEqualTo(first.contentSha256());
    assertThat(otherTenant.launchSpecSha256()).isEqualTo(first.launchSpecSha256());
    assertThat(otherProgram.contentSha256()).isNotEqualTo(first.contentSha256());
    assertThat(otherProgram.launchSpecSha256()).isNotEqualTo(first.launchSpecSha256());
  }

  @Test
  void shouldHashAsEver() {
    // Goal: a repeat is known as one after an upgrade too. If this fails, it no longer is.
    JobSpec spec = mapper.toSpec(full().build());

    assertThat(spec.contentSha256())
        .isEqualTo("5a3c475222570877530880175c8400c1c4767729a1b8a67275007578cb5f737c");
    assertThat(spec.launchSpecSha256())
        .isEqualTo("f272d14c6ccb09beb0cf3617918e8c54088852301cd8eff781e6a93c61fb4f78");
  }

  @Test
  void shouldSortEnvironmentOfKeptLaunchSpec() {
    LaunchSpec sorted = mapper.sorted(full().getLaunchSpec());

    assertThat(sorted.getEnv()).containsExactly(A, B);
    assertThat(sorted.getImage()).isEqualTo("img");
    assertThat(mapper.encodedBytes(sorted)).isEqualTo(30);
  }

  private static JobSubmission.Builder full() {
    return JobSubmission.newBuilder()
        .setPool("pool-1")
        .setJobId("job-1")
        .setTenant("team")
        .setName("train")
        .setPriorityClass(PriorityClassValue.HIGH)
        .setGpus(8)
        .setGpuModel("H200")
        .setPlacement(PlacementRuleValue.SPREAD)
        .setExpectedDurationMillis(1_000L)
        .setTimeLimitMillis(2_000L)
        .setMaxRetries(3)
        .setLaunchSpec(new LaunchSpec(List.of("x"), List.of(B, A), null, "img"))
        .setLabels(List.of(B, A))
        .setSubmittedAtMillis(5L);
  }
}
