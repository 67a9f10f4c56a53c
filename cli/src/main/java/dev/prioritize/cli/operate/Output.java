package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.prioritize.cli.CommandFailure;
import java.io.PrintWriter;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** What a command found, on its way to stdout. */
final class Output {
  /** What others wrote must not move the cursor or forge a line. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\u0080-\u009f]");

  private Output() {}

  /** Lines for people; control characters in them are shown as ?. */
  static void print(CommandSpec spec, List<String> lines) {
    PrintWriter out = spec.commandLine().getOut();
    lines.forEach(line -> out.println(CONTROL.matcher(line).replaceAll("?")));
    requireWritten(out);
  }

  /** One line, the last one of the command. */
  static void print(CommandSpec spec, JsonNode json) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(json);
    requireWritten(out);
  }

  private static void requireWritten(PrintWriter out) {
    if (out.checkError() || System.out.checkError()) {
      throw new CommandFailure(
          "the result could not be written to the output: is it closed or full?");
    }
  }

  /** For stderr: what the reader of the result should know as well. */
  static void note(CommandSpec spec, String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  /** {@code 1 job}, {@code 2 jobs}. */
  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
