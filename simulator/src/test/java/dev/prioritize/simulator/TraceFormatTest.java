package dev.prioritize.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.simulator.WorkloadException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Goal: the traces that people have are read, and a bad one is told by its line. Method: small
 * files made up in each format, with what is dropped and why.
 */
class TraceFormatTest {
  private static final String SWF =
      """
      ; Version: 2.2
      ; MaxNodes: 8
        1  100 5  60 2 -1 -1 -1  90 -1 1 3 1 7 1 -1 -1 -1
        2   90 0  10 1 -1 -1  4  -1 -1 5 4 1 -1 1 -1 -1 -1
        3  110 0   0 1 -1 -1  1  -1 -1 0 4 1 -1 1 -1 -1 -1
        4  120 0  30 1 5.5 -1 99 -1 -1 1 4 1 -1 1 -1 -1 -1
      """;
  private static final String PHILLY =
      """
      [
       {"status": "Pass", "vc": "blue", "jobid": "application_1", "user": "u",
        "submitted_time": "2017-10-09 07:02:14",
        "attempts": [
          {"start_time": "2017-10-09 07:03:00", "end_time": "2017-10-09 07:04:00",
           "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}, {"ip": "m2", "gpus": ["gpu5"]}]},
          {"start_time": "2017-10-09 08:00:00", "end_time": "2017-10-09 08:00:30",
           "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]}]}]},
       {"status": "Killed", "vc": "red", "jobid": "application_2", "user": "u",
        "submitted_time": "2017-10-09 07:02:10", "attempts": []},
       {"status": "Failed", "vc": "red", "jobid": "application_3", "user": "u",
        "submitted_time": "2017-10-09 07:02:20",
        "attempts": [
          {"start_time": "2017-10-09 09:00:00", "end_time": "2017-10-09 09:00:07",
           "detail": [{"ip": "m1", "gpus": ["gpu0"]}]},
          {"start_time": "2017-10-09 09:01:00", "end_time": null, "detail": []}]}
      ]
      """;
  private static final String HELIOS =
      """
      job_id,user,vc,jobname,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue
      7,ann,v c,train,8,64,1,COMPLETED,2020-04-01 00:00:10,2020-04-01 00:00:20,2020-04-01 00:01:20,60,10
      5,ann,vcA,train,0,64,1,COMPLETED,2020-04-01 00:00:05,2020-04-01 00:00:20,2020-04-01 00:01:20,60,10
      6,bob,vcA,test,1,8,1,CANCELLED,2020-04-01 00:00:05,,,0,
      9,bob,vcA,test,2,8,1,FAILED,2020-04-01 00:00:05,2020-04-01 00:00:06,2020-04-01 00:00:08,2.0,1
      """;
  private static final String PAI_JOBS =
      """
      jobA,i1,user1,Terminated,1000.0,1200.0
      jobB,i2,user2,Failed,900.0,950.5
      jobC,i3,user2,Waiting,800.0,
      """;
  private static final String PAI_TASKS =
      """
      job_name,task_name,inst_num,status,start_time,end_time,plan_cpu,plan_mem,plan_gpu,gpu_type
      jobA,ps,1.0,Terminated,1010.0,1190.0,600.0,30.0,,
      jobA,worker,2.0,Terminated,1020.0,1200.0,600.0,30.0,150.0,V100
      jobB,tensorflow,1.0,Failed,905.0,945.0,600.0,30.0,25.0,MISC
      """;

  @TempDir private Path folder;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static Workload read(Path file) {
    return new TraceReader(DurationKnowledge.GIVEN, 0).read(Slice.wholeFile(file, 2, 8));
  }

  private static TraceJob job(
      String id, String tenant, String name, int gpus, long submit, long duration, Long expected) {
    PriorityClass drawn = TraceReader.drawClass(id, 0);
    return new TraceJob(id, tenant, name, drawn, gpus, submit, duration, expected);
  }

  @Test
  void shouldReadSwf() throws IOException {
    Workload workload = read(file("log.swf", SWF));

    assertThat(workload.jobs())
        .containsExactly(
            job("2", "user4", "", 4, 0, 10, null),
            job("1", "user3", "executable7", 2, 10, 60, 90L));
    assertThat(workload.dropped()).as("3 did not run, 4 is too large").isEqualTo(2);
    assertThat(read(file("log.txt", SWF)).jobs()).isEqualTo(workload.jobs());
  }

  @Test
  void shouldReadPhilly() throws IOException {
    Workload workload = read(file("cluster_job_log", PHILLY));

    assertThat(workload.jobs())
        .containsExactly(
            job("application_1", "blue", "", 3, 4, 90, null),
            job("application_3", "red", "", 1, 10, 7, null));
    assertThat(workload.dropped()).as("2 did not run").isEqualTo(1);
  }

  @Test
  void shouldReadHelios() throws IOException {
    Workload workload = read(file("cluster_log.csv", HELIOS));

    assertThat(workload.jobs())
        .containsExactly(
            job("9", "vcA", "test", 2, 0, 2, null), job("7", "v_c", "train", 8, 5, 60, null));
    assertThat(workload.dropped()).as("5 wants no GPU, 6 did not run").isEqualTo(2);
  }

  @Test
  void shouldReadBothTablesOfPai() throws IOException {
    file("pai_task_table.csv", PAI_TASKS);
    Workload workload = read(file("pai_job_table.csv", PAI_JOBS));

    assertThat(workload.jobs())
        .containsExactly(
            job("jobB", "user2", "tensorflow", 1, 100, 40, null),
            job("jobA", "user1", "ps+worker", 4, 200, 190, null));
    assertThat(workload.dropped()).as("C has no task").isEqualTo(1);
  }

  @Test
  void shouldReadGzipOfEachFormat() throws IOException {
    Path file = folder.resolve("jobs.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(PHILLY.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(read(file).jobs()).hasSize(2);
  }

  @Test
  void shouldSelectByVirtualCluster() throws IOException {
    Slice slice =
        new Slice(
            "s",
            file("cluster_job_log", PHILLY),
            new TraceSelection(0, 100, List.of("red"), 8),
            1,
            8);

    assertThat(new TraceReader(DurationKnowledge.EXACT, 0).read(slice).jobs())
        .extracting(TraceJob::jobId)
        .containsExactly("application_3");
  }

  @Test
  void shouldReadWhatOurOwnFormatTellsBeyond() throws IOException {
    Path file =
        file(
            "t.csv",
            """
            job_id,submit_s,duration_s,gpus,priority,tenant,name,estimate_s,cancel_s,outcome
            a,5,60,1,1,blue,train net,90,17,failed
            b,6,60,1,1,,,,,completed
            """);

    assertThat(read(file).jobs())
        .containsExactly(
            new TraceJob("a", "blue", "train net", PriorityClass.LOW, 1, 5, 60, 90L, 17L, true),
            new TraceJob("b", "default", "", PriorityClass.LOW, 1, 6, 60, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a.swf | ; x\\n1 2 3 | 2 | the line has 3 fields and the format 18",
        "a.swf | 1 x 0 1 1 -1 -1 1 1 1 1 1 1 1 1 1 1 1 | 1 | \"x\" is not a number",
        "j     | [{\"jobid\": \"a\",\\n\"submitted_time\": \"now\"}] | 1 | \"now\" is no time",
        "j     | [\\n{\"jobid\": \"a\" | 3 | no JSON",
        "j     | [\\n7] | 1 | something else than a job",
        "h.csv | job_id,vc,gpu_num,submit_time,duration\\n1,v,x,2020-04-01 00:00:00,1 | 2 | \"x\" is not",
        "h.csv | job_id,vc,gpu_num,submit_time,duration\\n1,v,1,April,1 | 2 | \"April\" is no time",
        "h.csv | job_id,vc,gpu_num,submit_time,duration\\n1,v,1 | 2 | has 3 fields and the header 5",
        "c.csv | job_id,submit_s,duration_s,gpus,priority,outcome\\na,0,1,1,1,meh | 2 | is no outcome",
        "c.csv | job_id,submit_s,duration_s,gpus,priority,cancel_s\\na,5,1,1,1,4 | 2 | not within",
        "c.csv | job_id,submit_s,duration_s,gpus,priority,estimate_s\\na,5,1,1,1,0 | 2 | out of range",
      })
  void shouldNameTheBadLine(String name, String content, long line, String fault)
      throws IOException {
    Path file = file(name, content.replace("\\n", "\n") + "\n");

    TraceFormatException e = catchThrowableOfType(TraceFormatException.class, () -> read(file));

    assertThat(e.line()).isEqualTo(line);
    assertThat(e).hasMessageContaining(fault).hasMessageMatching(".*; \\S.*");
    assertThat(e.getMessage()).hasLineCount(1);
  }

  @Test
  void shouldTellThatATableIsMissing() throws IOException {
    Path file = file("pai_job_table.csv", PAI_JOBS);

    WorkloadException e = catchThrowableOfType(WorkloadException.class, () -> read(file));

    assertThat(e.reason()).isEqualTo(Reason.FILE_MISSING);
    assertThat(e).hasMessageContaining("put pai_task_table.csv beside it");
  }

  @Test
  void shouldTellThatAColumnIsMissing() throws IOException {
    Path file = file("h.csv", "job_id,vc,gpu_num,submit_time\n");

    WorkloadException e = catchThrowableOfType(WorkloadException.class, () -> read(file));

    assertThat(e.reason()).isEqualTo(Reason.BAD_HEADER);
    assertThat(e).hasMessageContaining("has no column duration");
  }
}
