package dev.prioritize.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goal: what people and machines get of a simulation, and of a wrong command line. */
class SimulateCommandTest {
  private static final String TRACE =
      """
      job_id,submit_s,duration_s,gpus,priority
      a,0,10,2,4
      b,1,20,1,1
      c,2,5,9,1
      """;

  @TempDir private Path folder;

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  @Test
  void shouldPrintOneLineOfJsonAndTheSchedule() throws IOException {
    String schedule = folder.resolve("out.csv").toString();

    CliRun run =
        CliRun.of(
            "simulate",
            "--trace",
            file("t.csv", TRACE),
            "--nodes",
            "1",
            "--gpus-per-node",
            "2",
            "--schedule",
            schedule,
            "--json");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).hasLineCount(1);
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(json.get("dropped").intValue()).as("c is too large").isEqualTo(1);
    assertThat(json.get("makespan_s").intValue()).isEqualTo(30);
    assertThat(json.get("bounds").get("makespan_s").doubleValue()).isEqualTo(21.0);
    assertThat(json.get("durations").textValue()).isEqualTo("exact");
    assertThat(Path.of(schedule))
        .hasContent(
            """
            job_id,tenant,class,gpus,submit_s,start_s,end_s,outcome
            a,default,URGENT,2,0,0,10,succeeded
            b,default,LOW,1,1,10,30,succeeded
            """);
  }

  @Test
  void shouldTellPeopleWhatNoScheduleCanBeat() {
    CliRun run = CliRun.of("simulate", "--policy", "wsaf");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("200 jobs (generated-7) on 8 nodes of 8 GPUs, policy wsaf, discipline easy")
        .contains("no schedule can beat: mean JCT ");
  }

  @Test
  void shouldTakeAClusterOfUnequalNodes() throws IOException {
    String cluster =
        file(
            "c.json",
            "{\"groups\": [{\"nodes\": 1, \"gpus_per_node\": 1},"
                + " {\"nodes\": 2, \"gpus_per_node\": 4}]}");

    CliRun run = CliRun.of("simulate", "--trace", file("t.csv", TRACE), "--cluster", cluster);

    assertThat(run.out()).contains("3 jobs (t.csv) on 1 nodes of 1 and 2 of 4 GPUs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--policy wsfa                                   | the nearest is wsaf",
        "--discipline esay                               | the nearest is easy",
        "--durations guess                               | EXACT, ESTIMATED, GIVEN",
        "--starvation-bound urgent                       | urgent=12h,high=2d",
        "--starvation-bound boss=1d                      | use low, normal, high or urgent",
        "--aging 10ms                                    | use at least 1s",
        "--class-draw -1                                 | use 0 or more",
        "--jobs 0                                        | use 1 to",
        "--slices s.json                                 | give both",
        "--slice x                                       | give both",
        "--slices s.json --slice x --trace t             | --trace has no meaning with --slices",
        "--slices s.json --slice x --nodes 2             | --nodes has no meaning with --slices",
        "--slices missing.json --slice x                 | there is no such file",
        "--trace t.csv                                   | needs the cluster too",
        "--trace t.csv --cluster c.json --nodes 2        | --nodes has no meaning with --cluster",
        "--trace missing.csv --nodes 1 --gpus-per-node 1 | there is no such file",
        "--trace t --nodes 1 --gpus-per-node 1 --seed 2  | --seed has no meaning with a trace",
        "--trace t --nodes 1 --gpus-per-node 1 --format cvs | the nearest is csv",
        "--cluster missing.json                          | there is no such file",
        "--schedule /nonexistent/out.csv --jobs 1        | cannot be written",
      })
  void shouldSayWhatIsWrongAndWhatToDo(String arguments, String said) {
    CliRun run = CliRun.of(("simulate " + arguments).split(" +"));

    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains(said);
    assertThat(run.err().lines().filter(line -> !line.startsWith("Try '"))).hasSize(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldTellThatTheWindowIsEmpty() throws IOException {
    file("t.csv", TRACE);
    String slices =
        file(
            "s.json",
            "{\"slices\": {\"w\": {\"file\": \"t.csv\", \"from_s\": 5, \"to_s\": 9,"
                + " \"cluster\": {\"nodes\": 1, \"gpus_per_node\": 2}}}}");

    CliRun run = CliRun.of("simulate", "--slices", slices, "--slice", "w");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).hasLineCount(1).contains("no job to run: 3 rows, 0 of them in w");
  }
}
