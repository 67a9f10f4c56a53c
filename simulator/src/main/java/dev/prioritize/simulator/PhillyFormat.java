package dev.prioritize.simulator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/**
 * The {@code cluster_job_log} of Microsoft's Philly traces (M. Jeon et al., "Analysis of
 * Large-Scale Multi-Tenant GPU Clusters for DNN Training Workloads", ATC'19): a JSON list of jobs,
 * each with its attempts. One job at a time is in memory.
 */
final class PhillyFormat {
  private static final JsonFactory JSON = JsonMapper.builder().build().getFactory();

  private final TraceFile file;
  private final ForeignRows rows;
  private long line;

  private PhillyFormat(TraceFile file) {
    this.file = file;
    this.rows = new ForeignRows(file);
  }

  static void read(TraceFile file, Consumer<TraceRow> sink) {
    PhillyFormat format = new PhillyFormat(file);
    file.read(format::readJobs);
    format.rows.sendTo(sink);
  }

  private Void readJobs(InputStream in) throws IOException {
    try (JsonParser parser = JSON.createParser(in)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw file.empty();
      }
      require(first == JsonToken.START_ARRAY, "jobs", "the file is no list", "begin it with [");
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        line = parser.currentTokenLocation().getLineNr();
        readJob(parser.readValueAsTree());
      }
      require(
          parser.currentToken() == JsonToken.END_ARRAY,
          "jobs",
          "there is something else than a job in the list",
          "write one object per job");
    } catch (JsonProcessingException e) {
      throw file.bad(
          e.getLocation() == null ? line : e.getLocation().getLineNr(),
          "jobs",
          "no JSON (" + e.getOriginalMessage() + ")",
          "fetch the file again");
    }
    return null;
  }

  private void readJob(JsonNode job) {
    String submitted = text(job, "submitted_time");
    Long submitSeconds = ForeignTimes.seconds(submitted);
    require(
        submitSeconds != null,
        "submitted_time",
        OneLine.quoted(submitted) + " is no time",
        "write it as 2017-10-09 07:02:14");
    long durationSeconds = 0;
    long gpus = 0;
    for (JsonNode attempt : job.path("attempts")) {
      Long start = ForeignTimes.seconds(text(attempt, "start_time"));
      Long end = ForeignTimes.seconds(text(attempt, "end_time"));
      durationSeconds += start == null || end == null ? 0 : Math.max(0, end - start);
      gpus = Math.max(gpus, gpus(attempt));
    }
    rows.add(
        line,
        "jobid",
        text(job, "jobid"),
        submitSeconds,
        durationSeconds,
        gpus,
        new TraceRow.Told(
            ForeignRows.id(text(job, "vc")), "", TraceRow.UNKNOWN, TraceRow.UNKNOWN, false));
  }

  private static long gpus(JsonNode attempt) {
    long gpus = 0;
    for (JsonNode machine : attempt.path("detail")) {
      gpus += machine.path("gpus").size();
    }
    return gpus;
  }

  /** "" for what is missing or null. */
  private static String text(JsonNode object, String field) {
    return object.path(field).asText("").equals("null") ? "" : object.path(field).asText("");
  }

  private void require(boolean good, String field, String fault, String fix) {
    if (!good) {
      throw file.bad(Math.max(1, line), field, fault, fix);
    }
  }
}
