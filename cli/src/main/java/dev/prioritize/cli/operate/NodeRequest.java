package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.operate.Requests.Answered;
import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.schema.Topic;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands that change nodes have in common. */
final class NodeRequest {
  @Parameters(arity = "1..*", paramLabel = "NODE", description = "The nodes' ids.")
  private List<String> nodeIds;

  @Mixin private Requests requests;

  @Option(names = "--json", description = "Print one line of JSON: an array of answers.")
  private boolean json;

  String pool() {
    return requests.pool();
  }

  /**
   * Asks for all nodes, one after the other, and tells the answers.
   *
   * @param request what to ask for a node
   * @param changed what to say of a node that it was done for, such as {@code gets no new work}
   * @param unchanged what to say where nothing was to do
   * @return the exit code
   */
  int run(CommandSpec spec, Function<String, Request> request, String changed, String unchanged) {
    Patience patience = new Patience(spec.commandLine().getErr());
    List<Request> all = nodeIds.stream().distinct().map(request).toList();
    List<Answered> answered = requests.ask(Topic.ADMIN_REQUESTS, all, patience);
    if (json) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      answered.forEach(a -> array.add(requests.json("nodeId", a)));
      Output.print(spec, array);
    } else {
      AnswerPrinter printer = new AnswerPrinter(spec, requests, patience);
      answered.forEach(a -> printer.print(a, each -> line(each, changed, unchanged)));
    }
    return Requests.exitCode(answered);
  }

  private String line(Answered answered, String changed, String unchanged) {
    String node = "node " + answered.request().target();
    String subject = node + " in pool " + requests.pool() + " ";
    return switch (answered.answer().outcome()) {
      case CHANGED -> subject + changed;
      case UNCHANGED -> "unchanged: " + subject + unchanged;
      default -> requests.line(node, answered);
    };
  }
}
