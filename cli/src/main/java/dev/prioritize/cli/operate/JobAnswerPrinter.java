package dev.prioritize.cli.operate;

import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.operate.Requests.Answered;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.stream.query.PoolView;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** Answers about jobs for people: good news on stdout, bad news on stderr. */
final class JobAnswerPrinter {
  private final CommandSpec spec;
  private final Requests requests;
  private final Patience patience;
  private PoolView view;

  JobAnswerPrinter(CommandSpec spec, Requests requests, Patience patience) {
    this.spec = spec;
    this.requests = requests;
    this.patience = patience;
  }

  /** {@code words}: the answer in one line. */
  void print(Answered answered, Function<Answered, String> words) {
    Answer answer = answered.answer();
    if (answer.code().equals(RejectionCode.UNKNOWN_JOB.name())) {
      Output.note(spec, unknownJob(answered.request().target()));
    } else if (answer.exitCode() == ExitCodes.OK) {
      Output.print(spec, List.of(words.apply(answered)));
    } else {
      Output.note(spec, words.apply(answered));
    }
  }

  private String unknownJob(String jobId) {
    try {
      if (view == null) {
        view = new PoolStateReader(requests.config(), patience).read(requests.pool());
      }
      return JobCommand.unknownJob(view, jobId).getMessage();
    } catch (CommandFailure e) {
      return e.getMessage();
    }
  }
}
