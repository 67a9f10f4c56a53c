package dev.prioritize.cli.operate;

import dev.prioritize.cli.Patience;
import dev.prioritize.cli.operate.Requests.Answered;
import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.schema.PriorityChange;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.mapping.ValueMapper;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./prioritize reprioritize}. */
@Command(
    name = "reprioritize",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Gives a job another priority class; the time that it has waited stays.",
    description = {
      "Exit codes: 0 changed or so already, 1 no such job or failed, 2 wrong command line, 3 refused"
          + " by the scheduler, 4 no answer.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize reprioritize train-py-7kd2mx4q --class URGENT",
    })
public final class ReprioritizeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "JOB", description = "The job's id.")
  private String jobId;

  @Option(
      names = "--class",
      required = true,
      paramLabel = "CLASS",
      description = "The new class: ${COMPLETION-CANDIDATES}.")
  private PriorityClass priorityClass;

  @Mixin private Requests requests;

  @Option(names = "--json", description = "Print the answer as one line of JSON.")
  private boolean json;

  @Override
  public Integer call() {
    Patience patience = new Patience(spec.commandLine().getErr());
    Request request =
        new Request(
            jobId,
            new PriorityChange(
                requests.pool(),
                jobId,
                ValueMapper.toAvro(priorityClass),
                Requests.requestedBy(),
                System.currentTimeMillis()),
            RequestAnswers.ofPriorityChange(requests.pool(), jobId, priorityClass));
    Answered answered = requests.ask(Topic.JOB_SUBMISSIONS, List.of(request), patience).get(0);
    if (json) {
      Output.print(spec, requests.json("jobId", answered).put("class", priorityClass.name()));
    } else {
      new AnswerPrinter(spec, requests, patience).print(answered, each -> List.of(line(each)));
    }
    return answered.answer().exitCode();
  }

  private String line(Answered answered) {
    String job = "job " + jobId;
    String subject = job + " in pool " + requests.pool();
    return switch (answered.answer().outcome()) {
      case CHANGED -> "changed: " + subject + " is of class " + priorityClass + " now";
      case UNCHANGED -> "unchanged: " + subject + " is of class " + priorityClass + " already";
      default -> requests.line(job, answered);
    };
  }
}
