package dev.prioritize.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells of a wrong command line: what is wrong, and the nearest right thing or where to look. */
final class UsageErrorReport implements IParameterExceptionHandler {
  /** Some of picocli's messages begin with it, most do not. */
  private static final String PREFIX = "Error: ";

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(firstLine(e));
    if (!UnmatchedArgumentException.printSuggestions(e, err)) {
      err.println("Try '" + command.getCommandSpec().qualifiedName(" ") + " --help'.");
    }
    err.flush();
    return ExitCodes.USAGE;
  }

  private static String firstLine(ParameterException e) {
    String line = e.getMessage().lines().findFirst().orElse("the command line is wrong");
    line = line.replace("option option ", "option "); // picocli 4.7.7 says it twice
    return line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line;
  }
}
