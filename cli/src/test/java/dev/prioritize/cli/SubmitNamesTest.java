package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Goal: names that nobody chose are readable and allowed. Method: a table of what is typed. */
final class SubmitNamesTest {
  private static String idOf(String name, String program) {
    return SubmitNames.jobId(name, program, new Random(7));
  }

  @Test
  void shouldNameJobAfterItsNameOrElseItsProgram() {
    assertThat(idOf("ResNet 50", "python")).matches("resnet-50-[2-9a-z]{8}");
    assertThat(idOf("", "/opt/my tools/train.py")).matches("train\\.py-[2-9a-z]{8}");
    assertThat(idOf("", "...")).matches("job-[2-9a-z]{8}");
    assertThat(idOf("", "")).matches("job-[2-9a-z]{8}");
    assertThat(idOf("x".repeat(300), "y")).matches("x{24}-[2-9a-z]{8}");
  }

  @Test
  void shouldDifferEachTime() {
    assertThat(SubmitNames.jobId("", "x")).isNotEqualTo(SubmitNames.jobId("", "x"));
  }

  @Test
  void shouldMakeTenantOfAnyUserName() {
    assertThat(SubmitNames.tenant("ada")).isEqualTo("ada");
    assertThat(SubmitNames.tenant("CORP\\Ada Lovelace")).isEqualTo("CORP-Ada-Lovelace");
    assertThat(SubmitNames.tenant("???")).isEqualTo("unknown");
  }
}
