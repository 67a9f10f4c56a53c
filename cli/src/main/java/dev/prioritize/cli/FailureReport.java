package dev.prioritize.cli;

import dev.prioritize.cli.broker.DataDirectoryException;
import dev.prioritize.cli.broker.EmbeddedBrokerException;
import dev.prioritize.cli.demo.DemoException;
import dev.prioritize.simulator.WorkloadException;
import dev.prioritize.stream.Topics.WrongTopicException;
import dev.prioritize.stream.config.ConfigException;
import dev.prioritize.stream.replay.LogException;
import java.io.PrintWriter;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Tells of a command that failed: one line on stderr, never a stack trace. That is in the log at
 * level debug.
 */
final class FailureReport implements IExecutionExceptionHandler {
  /** Of {@link dev.prioritize.stream.config.ConfigProblem#origin()}. */
  private static final String FROM_OPTION = "option";

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    if (failure instanceof ParameterException usage) {
      return new UsageErrorReport().handleParseException(usage, new String[0]);
    }
    PrintWriter err = command.getErr();
    int exitCode = command.getCommandSpec().exitCodeOnExecutionException();
    if (isMeantForTheUser(failure)) {
      err.println(failure.getMessage());
    } else if (failure instanceof ConfigException config) {
      exitCode = Math.max(exitCode, report(config, err));
    } else if (failure instanceof TimeoutException) {
      err.println(
          "Kafka did not answer in time ("
              + oneLine(failure)
              + "): is it overloaded or going down? Try again");
    } else if (failure instanceof KafkaException) {
      err.println("Kafka refused: " + oneLine(deepest(failure)));
    } else {
      err.println(unexpected(failure));
      err.flush();
      return ExitCodes.UNEXPECTED;
    }
    debug("the command failed", failure);
    err.flush();
    return exitCode;
  }

  /** The one line about a fault of this program; the rest goes to the log. */
  static String unexpected(Throwable failure) {
    debug("unexpected error", failure);
    return "unexpected error: "
        + failure.getClass().getSimpleName()
        + ": "
        + oneLine(failure)
        + "; set PRIORITIZE_LOG_LEVEL=debug to see more";
  }

  private static boolean isMeantForTheUser(Exception failure) {
    return failure instanceof CommandFailure
        || failure instanceof DataDirectoryException
        || failure instanceof DemoException
        || failure instanceof EmbeddedBrokerException
        || failure instanceof LogException
        || failure instanceof WorkloadException
        || failure instanceof WrongTopicException;
  }

  /** One problem is one line; a bad option value is the command line's fault. */
  private static int report(ConfigException failure, PrintWriter err) {
    boolean single = failure.problems().size() == 1;
    err.println(single ? failure.problems().get(0).message() : failure.getMessage());
    boolean ofOption =
        failure.problems().stream().anyMatch(problem -> problem.origin().equals(FROM_OPTION));
    return ofOption ? ExitCodes.USAGE : ExitCodes.FAILED;
  }

  private static Throwable deepest(Throwable failure) {
    Throwable deepest = failure;
    while (deepest.getCause() != null && deepest.getCause().getMessage() != null) {
      deepest = deepest.getCause();
    }
    return deepest;
  }

  private static String oneLine(Throwable failure) {
    String message = failure.getMessage() == null ? "" : failure.getMessage();
    return message.lines().findFirst().orElse("no more is known");
  }

  /** Logging takes a tenth of a second to set up, which commands that succeed need not spend. */
  private static void debug(String what, Throwable failure) {
    LoggerFactory.getLogger(FailureReport.class).debug(what, failure);
  }
}
