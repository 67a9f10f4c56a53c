package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.operate.Requests.Answered;
import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.schema.JobCancellation;
import dev.prioritize.schema.Topic;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./prioritize cancel}. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Cancels jobs: a waiting one ends at once, a running one is stopped first.",
    description = {
      "Cancelling a job twice is harmless. Exit codes, the worst of all jobs': 0 cancelled or being"
          + " stopped, 1 no such job or failed, 2 wrong command line, 3 refused, as the job has"
          + " ended, 4 no answer.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize cancel train-py-7kd2mx4q",
      "  ./prioritize cancel sweep-1 sweep-2 sweep-3 --pool research"
    })
public final class CancelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "JOB", description = "The jobs' ids.")
  private List<String> jobIds;

  @Mixin private Requests requests;

  @Option(names = "--json", description = "Print one line of JSON: an array of answers.")
  private boolean json;

  @Override
  public Integer call() {
    Patience patience = new Patience(spec.commandLine().getErr());
    List<Request> cancellations = jobIds.stream().distinct().map(this::request).toList();
    List<Answered> answered = requests.ask(Topic.JOB_SUBMISSIONS, cancellations, patience);
    if (json) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      answered.forEach(a -> array.add(requests.json("jobId", a)));
      Output.print(spec, array);
    } else {
      AnswerPrinter printer = new AnswerPrinter(spec, requests, patience);
      answered.forEach(a -> printer.print(a, each -> List.of(line(each))));
    }
    return Requests.exitCode(answered);
  }

  private Request request(String jobId) {
    return new Request(
        jobId,
        new JobCancellation(
            requests.pool(), jobId, Requests.requestedBy(), System.currentTimeMillis()),
        RequestAnswers.ofCancel(requests.pool(), jobId));
  }

  private String line(Answered answered) {
    String job = "job " + answered.request().target();
    return switch (answered.answer().outcome()) {
      case CANCELLED -> "cancelled: " + job + " in pool " + requests.pool();
      case STOPPING ->
          "being stopped: "
              + job
              + " in pool "
              + requests.pool()
              + "; it is gone once its nodes have reported, ./prioritize "
              + job
              + " tells";
      case UNCHANGED ->
          "unchanged: " + job + " in pool " + requests.pool() + " was cancelled before";
      default -> requests.line(job, answered);
    };
  }
}
