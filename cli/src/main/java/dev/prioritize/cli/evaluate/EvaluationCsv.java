package dev.prioritize.cli.evaluate;

import dev.prioritize.simulator.evaluate.Contender;
import dev.prioritize.simulator.evaluate.EvaluationResult;
import dev.prioritize.simulator.evaluate.Measures;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** All runs as CSV, one a line. */
final class EvaluationCsv {
  private EvaluationCsv() {}

  static Stream<String> of(Findings findings) {
    EvaluationResult result = findings.result();
    String header =
        "slice,policy,discipline,class_draw,durations," + String.join(",", Measures.NAMES) + "\n";
    Stream<String> rows =
        IntStream.range(0, result.slices().size())
            .boxed()
            .flatMap(
                slice ->
                    IntStream.range(0, result.plan().contenders().size())
                        .boxed()
                        .flatMap(
                            contender ->
                                IntStream.range(0, result.plan().classDraws())
                                    .mapToObj(draw -> row(findings, slice, contender, draw))));
    return Stream.concat(Stream.of(header), rows);
  }

  private static String row(Findings findings, int slice, int index, int draw) {
    EvaluationResult result = findings.result();
    Contender contender = result.plan().contenders().get(index);
    StringBuilder row = new StringBuilder();
    row.append(
        String.join(
            ",",
            List.of(
                quoted(result.slices().get(slice).workload().name()),
                contender.policy(),
                contender.discipline().name().toLowerCase(Locale.ROOT),
                Integer.toString(draw),
                findings.durations())));
    for (int measure = 0; measure < Measures.NAMES.size(); measure++) {
      row.append(',').append(number(result.value(slice, index, draw, measure)));
    }
    return row.append('\n').toString();
  }

  /** RFC 4180. */
  private static String quoted(String text) {
    return text.matches("[^,\"\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4f", value);
  }
}
