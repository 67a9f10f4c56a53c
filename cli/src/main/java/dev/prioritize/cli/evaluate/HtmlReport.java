package dev.prioritize.cli.evaluate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.simulator.Workload;
import dev.prioritize.simulator.evaluate.Contender;
import dev.prioritize.simulator.evaluate.EvaluationResult;
import dev.prioritize.simulator.evaluate.Measures;
import dev.prioritize.simulator.evaluate.Timeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * Findings as one page with pictures, which holds all that it needs. The courses of the runs are
 * those of the baseline and of the best other contender, cut into few enough intervals that the
 * page stays small.
 */
final class HtmlReport {
  private static final String TEMPLATE = "report.html";
  private static final String CHARTS =
      "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";
  private static final String CHARTS_MARK = "/*CHARTS*/";
  private static final String DATA_MARK = "/*DATA*/";
  private static final double LENGTH_AFTER_LAST_START = 1.05;
  private static final int INTERVALS = 240;
  private static final int ROWS = 64;

  private HtmlReport() {}

  static Stream<String> of(Findings findings) {
    String template = resource(TEMPLATE);
    int charts = template.indexOf(CHARTS_MARK);
    int data = template.indexOf(DATA_MARK);
    return Stream.of(
        template.substring(0, charts),
        resource(CHARTS),
        template.substring(charts + CHARTS_MARK.length(), data),
        forScript(data(findings).toString()),
        template.substring(data + DATA_MARK.length()));
  }

  /** No text of the data may end the script that it stands in. */
  private static String forScript(String json) {
    return json.replace("<", "\\u003c");
  }

  private static ObjectNode data(Findings findings) {
    EvaluationResult result = findings.result();
    ObjectNode json = EvaluationJson.of(findings);
    json.put("aging", HumanTime.of(result.plan().agingIntervalMillis() / 1_000));
    json.put("runs", findings.runCount());
    ObjectNode courses = json.putObject("courses");
    for (int slice = 0; slice < result.slices().size(); slice++) {
      Workload workload = result.slices().get(slice).workload();
      ArrayNode ofSlice = courses.putArray(workload.name());
      long seconds = watchedSeconds(findings, slice);
      for (Contender contender : watched(findings)) {
        write(
            contender,
            Timeline.of(result, slice, contender, seconds, INTERVALS, ROWS),
            ofSlice.addObject());
      }
    }
    return json;
  }

  /** The baseline, and the best of the others. */
  private static List<Contender> watched(Findings findings) {
    List<Contender> contenders = findings.result().plan().contenders();
    List<Contender> watched = new ArrayList<>(List.of(findings.baseline()));
    findings.ranking().stream()
        .map(contenders::get)
        .filter(contender -> !contender.equals(findings.baseline()))
        .findFirst()
        .ifPresent(watched::add);
    return watched;
  }

  /**
   * Until shortly after the last start under any of them: what then comes are a few long jobs, and
   * would take most of the picture.
   */
  private static long watchedSeconds(Findings findings, int slice) {
    EvaluationResult result = findings.result();
    double lastStart = 0;
    for (Contender contender : watched(findings)) {
      int index = result.plan().contenders().indexOf(contender);
      lastStart =
          Math.max(lastStart, result.value(slice, index, 0, Measures.indexOf("last_start_s")));
    }
    return Math.round(LENGTH_AFTER_LAST_START * lastStart);
  }

  private static void write(Contender contender, Timeline timeline, ObjectNode node) {
    node.put("label", contender.label());
    node.put("interval_s", timeline.intervalSeconds());
    node.put("nodes_per_row", timeline.nodesPerRow());
    ArrayNode waiting = node.putArray("waiting");
    for (double jobs : timeline.waiting()) {
      waiting.add(EvaluationJson.rounded(jobs, 10));
    }
    ArrayNode used = node.putArray("used_percent");
    for (double ratio : timeline.heldRatio()) {
      used.add(EvaluationJson.rounded(100 * ratio, 10));
    }
    ArrayNode rows = node.putArray("rows_base64");
    for (int[] row : timeline.occupancyPercent()) {
      byte[] bytes = new byte[row.length];
      for (int i = 0; i < row.length; i++) {
        bytes[i] = (byte) row[i];
      }
      rows.add(Base64.getEncoder().encodeToString(bytes));
    }
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing. Maybe the build was cut short?");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
