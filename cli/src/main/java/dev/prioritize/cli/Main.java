package dev.prioritize.cli;

import dev.prioritize.cli.demo.DemoCommand;
import dev.prioritize.cli.evaluate.EvaluateCommand;
import dev.prioritize.cli.evaluate.WhatIfCommand;
import dev.prioritize.cli.operate.CancelCommand;
import dev.prioritize.cli.operate.CompletionCommand;
import dev.prioritize.cli.operate.ConfigureCommand;
import dev.prioritize.cli.operate.DeadLettersCommand;
import dev.prioritize.cli.operate.DrainCommand;
import dev.prioritize.cli.operate.JobCommand;
import dev.prioritize.cli.operate.JobsCommand;
import dev.prioritize.cli.operate.NodesCommand;
import dev.prioritize.cli.operate.PoolsCommand;
import dev.prioritize.cli.operate.RemoveNodeCommand;
import dev.prioritize.cli.operate.ReprioritizeCommand;
import dev.prioritize.cli.operate.SimulateNodesCommand;
import dev.prioritize.cli.operate.UndrainCommand;
import dev.prioritize.cli.simulate.SimulateCommand;
import dev.prioritize.cli.simulate.WorkloadCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./prioritize}: the table of the commands. */
@Command(
    name = "prioritize",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    header = "Schedules GPU jobs over the nodes of a cluster.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Try first:",
      "  ./prioritize demo                                     a whole cluster in one process",
      "  ./prioritize scheduler --embedded --data-dir DIR      a scheduler with a Kafka of its own",
      "  ./prioritize simulate-nodes                           nodes in name only for it",
      "  ./prioritize submit --gpus 2 -- python train.py       a job for it, from another terminal",
      "  ./prioritize jobs                                     what waits and why, what runs where",
      "",
      "Each command tells more with --help."
    })
public final class Main implements Runnable {
  private static final int HELP_WIDTH = 100;

  /** In the order of the help. */
  private static final List<Class<?>> COMMANDS =
      List.of(
          DemoCommand.class,
          SimulateCommand.class,
          WorkloadCommand.class,
          EvaluateCommand.class,
          WhatIfCommand.class,
          SchedulerCommand.class,
          TopicsCommand.class,
          SubmitCommand.class,
          ExportCommand.class,
          ReplayCommand.class,
          JobsCommand.class,
          JobCommand.class,
          CancelCommand.class,
          ReprioritizeCommand.class,
          NodesCommand.class,
          DrainCommand.class,
          UndrainCommand.class,
          RemoveNodeCommand.class,
          SimulateNodesCommand.class,
          PoolsCommand.class,
          ConfigureCommand.class,
          DeadLettersCommand.class,
          CompletionCommand.class);

  @Spec private CommandSpec spec;

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    int exitCode;
    try {
      exitCode = commandLine(args).execute(args);
    } catch (Error e) { // picocli hands on exceptions only
      System.err.println(FailureReport.unexpected(e));
      exitCode = ExitCodes.UNEXPECTED;
    }
    System.exit(exitCode);
  }

  /** The commands, ready to execute; output goes to where the caller says. */
  static CommandLine commandLine() {
    return ready(COMMANDS);
  }

  /** Of the commands only the one that is called, for each takes its time to be made known. */
  private static CommandLine commandLine(String[] args) {
    return COMMANDS.stream()
        .filter(command -> args.length > 0 && nameOf(command).equals(args[0]))
        .filter(command -> command != CompletionCommand.class) // that one tells of all
        .findFirst()
        .map(command -> ready(List.of(command)))
        .orElseGet(Main::commandLine);
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine ready(List<Class<?>> commands) {
    CommandLine commandLine = new CommandLine(new Main());
    commands.forEach(command -> commandLine.addSubcommand(command));
    // A job's arguments are its own: @name is no file of options.
    commandLine.setExpandAtFiles(false);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setUsageHelpWidth(HELP_WIDTH);
    commandLine.setParameterExceptionHandler(new UsageErrorReport());
    commandLine.setExecutionExceptionHandler(new FailureReport());
    CommandLine submit = commandLine.getSubcommands().get(SubmitCommand.NAME);
    if (submit != null) {
      // From here on a word that looks like an option belongs to the job.
      submit.setStopAtPositional(true);
    }
    return commandLine;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
