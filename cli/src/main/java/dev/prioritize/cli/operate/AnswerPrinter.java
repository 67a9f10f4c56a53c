package dev.prioritize.cli.operate;

import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.operate.Requests.Answered;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.stream.query.PoolView;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** Answers for people: good news on stdout, bad news on stderr. */
final class AnswerPrinter {
  private final CommandSpec spec;
  private final Requests requests;
  private final Patience patience;
  private PoolView view;

  AnswerPrinter(CommandSpec spec, Requests requests, Patience patience) {
    this.spec = spec;
    this.requests = requests;
    this.patience = patience;
  }

  /** {@code words}: the answer in lines; bad news in one. */
  void print(Answered answered, Function<Answered, List<String>> words) {
    Answer answer = answered.answer();
    String target = answered.request().target();
    if (answer.code().equals(RejectionCode.UNKNOWN_JOB.name())) {
      Output.note(spec, unknown(target, JobCommand::unknownJob));
    } else if (answer.code().equals(RejectionCode.UNKNOWN_NODE.name())) {
      Output.note(spec, unknown(target, NodesCommand::unknownNode));
    } else if (answer.exitCode() == ExitCodes.OK) {
      Output.print(spec, words.apply(answered));
    } else {
      words.apply(answered).forEach(line -> Output.note(spec, line));
    }
  }

  /** With the name that was perhaps meant, which only the pool's state tells. */
  private String unknown(String name, BiFunction<PoolView, String, CommandFailure> failure) {
    try {
      if (view == null) {
        view = new PoolStateReader(requests.config(), patience).read(requests.pool());
      }
      return failure.apply(view, name).getMessage();
    } catch (CommandFailure e) {
      return e.getMessage();
    }
  }
}
