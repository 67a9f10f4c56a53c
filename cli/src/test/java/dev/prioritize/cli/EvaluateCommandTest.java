package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: evaluate and whatif as people call them. Method: a small trace of our own. */
class EvaluateCommandTest {
  @TempDir private Path folder;
  private Path slices;

  @BeforeEach
  void writeTrace() throws IOException {
    StringBuilder trace = new StringBuilder("job_id,submit_s,duration_s,gpus,priority\n");
    for (int i = 0; i < 60; i++) {
      int hash = (i * 7_919) % 101;
      trace.append("j%02d,%d,%d,%d,\n".formatted(i, 20 * i, 30 + 11 * hash, 1 + hash % 4));
    }
    Files.writeString(folder.resolve("trace.csv"), trace);
    slices = folder.resolve("slices.json");
    Files.writeString(
        slices,
        """
        {"slices": {
          "first": {"file": "trace.csv", "from_s": 0, "to_s": 600,
                    "cluster": {"nodes": 2, "gpus_per_node": 4}},
          "second": {"file": "trace.csv", "from_s": 600, "to_s": 1200,
                     "cluster": {"nodes": 3, "gpus_per_node": 4}},
          "empty": {"file": "trace.csv", "from_s": 5000, "to_s": 6000,
                    "cluster": {"nodes": 3, "gpus_per_node": 4}},
          "lost": {"file": "gone.csv", "from_s": 0, "to_s": 600,
                   "cluster": {"nodes": 3, "gpus_per_node": 4}}}}
        """);
  }

  private CliRun evaluate(String... further) {
    String[] args = new String[further.length + 3];
    args[0] = "evaluate";
    args[1] = "--slices";
    args[2] = slices.toString();
    System.arraycopy(further, 0, args, 3, further.length);
    return CliRun.of(args);
  }

  @Test
  void shouldComparePairedAndRepeat() throws IOException {
    String[] args = {
      "--slice", "first", "second", "--policies", "fifo,wsaf", "--class-draws", "3", "--json"
    };
    CliRun run = evaluate(args);

    assertThat(run.exitCode()).isZero();
    assertThat(evaluate(args).out()).isEqualTo(run.out());
    JsonNode json = JsonMapper.builder().build().readTree(run.out());
    assertThat(json.get("contenders")).hasSize(6);
    for (JsonNode contender : json.get("contenders")) {
      boolean isBaseline =
          contender.get("policy").textValue().equals("wsaf")
              && contender.get("discipline").textValue().equals("easy");
      JsonNode ratio = contender.get("ratios").get("weighted_wait_s");
      assertThat(ratio.get("mean").doubleValue() == 1).isEqualTo(isBaseline);
      assertThat(ratio.get("low").doubleValue())
          .isLessThanOrEqualTo(ratio.get("mean").doubleValue());
    }
    assertThat(json.get("bound_ratios").get("weighted_jct_s").doubleValue()).isBetween(0.0, 1.0);
  }

  @Test
  void shouldWriteAPageThatNeedsNothingElseAndALinePerRun() throws IOException {
    Path page = folder.resolve("report.html");
    Path csv = folder.resolve("runs.csv");

    CliRun run =
        evaluate(
            "--slice",
            "first",
            "--policies",
            "aged",
            "--report",
            page.toString(),
            "--csv",
            csv.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("aged/strict", "wsaf/easy", "no schedule beats", "4 runs");
    assertThat(Files.readString(page))
        .contains("\"aged\"", "\"first\"", "echarts")
        .doesNotContain("/*DATA*/", "/*CHARTS*/", "src=\"http", "href=\"http");
    assertThat(Files.readAllLines(csv)).hasSize(1 + 4);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "--policies fivo|did you mean fifo?",
        "--disciplines eazy|did you mean easy?",
        "--baseline wsaf|write POLICY/DISCIPLINE",
        "--slice frist|first",
        "--slice empty|no job to run",
        "--slice lost|there is no such file",
        "--durations true|Use one of exact, estimated",
        "--class-draws 0|use 1 to 1000",
        "--aging 0s|use at least 1s",
        "--report nowhere/at/all.html|name a file in a folder that exists",
        "--disciplines skip --baseline wsaf/skip --starvation-bound default|has no meaning"
      })
  void shouldSayInOneLineWhatIsWrong(String args, String said) {
    CliRun run = evaluate(args.split(" "));

    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines().filter(line -> line.contains(said))).hasSize(1);
  }

  @Test
  void shouldTellWhatAnotherPolicyWouldHaveDoneWithALoggedRun() throws IOException {
    Path log = folder.resolve("demo.avro");
    CliRun demo = CliRun.of("demo", "--jobs", "40", "--export", log.toString(), "--json");
    assertThat(demo.exitCode()).isZero();

    JsonNode same = whatIf(log, "aged");
    JsonNode other = whatIf(log, "fifo");

    assertThat(same.get("jobs").intValue()).isEqualTo(40);
    assertThat(same.get("instead")).isEqualTo(same.get("happened"));
    assertThat(other.get("happened")).isEqualTo(same.get("happened"));
    assertThat(CliRun.of("whatif", "--log", log.toString(), "--policy", "wsaf").out())
        .contains("40 jobs compared", "weighted wait", "ratio");
  }

  private static JsonNode whatIf(Path log, String policy) throws IOException {
    CliRun run = CliRun.of("whatif", "--log", log.toString(), "--policy", policy, "--json");
    assertThat(run.exitCode()).isZero();
    return JsonMapper.builder().build().readTree(run.out());
  }

  @Test
  void shouldRefuseWhatIsNoLogOrNoQuestion() {
    String trace = folder.resolve("trace.csv").toString();
    assertThat(CliRun.of("whatif", "--log", trace, "--policy", "wsaf"))
        .satisfies(run -> assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE))
        .satisfies(run -> assertThat(run.err()).contains("is no log of Prioritize"));
    assertThat(CliRun.of("whatif", "--log", trace).err()).contains("name what to try");
    assertThat(CliRun.of("whatif", "--log", trace, "--policy", "wsav").err())
        .contains("did you mean wsaf?");
  }
}
