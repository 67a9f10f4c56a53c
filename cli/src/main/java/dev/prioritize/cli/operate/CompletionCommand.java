package dev.prioritize.cli.operate;

import dev.prioritize.cli.ExitCodes;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./prioritize completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    header = "Prints a script that lets the shell complete commands, options and their values.",
    footer = {
      "",
      "Examples:",
      "  source <(./prioritize completion bash)",
      "  ./prioritize completion zsh > ~/.prioritize-completion; source ~/.prioritize-completion"
    })
public final class CompletionCommand implements Callable<Integer> {
  /** Shells that can run the script. */
  enum Shell {
    bash,
    zsh
  }

  @Spec private CommandSpec spec;

  /** The script is the same: picocli's makes zsh understand bash's. */
  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  @SuppressWarnings("unused")
  private Shell shell;

  @Override
  public Integer call() {
    String script = AutoComplete.bash("prioritize", spec.root().commandLine());
    Output.print(spec, script.lines().toList());
    return ExitCodes.OK;
  }
}
