package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.operate.Requests.Answered;
import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.query.PoolView;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What the commands that change nodes have in common. */
final class NodeRequest {
  /** What is said of a node once the scheduler has answered; the first line says it all. */
  interface Words {
    /** It was done. */
    List<String> changed(String nodeId);

    /** Nothing was to do. */
    List<String> unchanged(String nodeId);
  }

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
   * @param words good news; bad news is the same for all
   * @return the exit code
   */
  int run(CommandSpec spec, Function<String, Request> request, Words words) {
    Patience patience = new Patience(spec.commandLine().getErr());
    List<Request> all = nodeIds.stream().distinct().map(request).toList();
    List<Answered> answered = requests.ask(Topic.ADMIN_REQUESTS, all, patience);
    if (json) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      answered.forEach(a -> array.add(requests.json("nodeId", a)));
      Output.print(spec, array);
    } else {
      AnswerPrinter printer = new AnswerPrinter(spec, requests, patience);
      answered.forEach(a -> printer.print(a, each -> lines(each, words)));
    }
    return Requests.exitCode(answered);
  }

  private List<String> lines(Answered answered, Words words) {
    String nodeId = answered.request().target();
    return switch (answered.answer().outcome()) {
      case CHANGED -> words.changed(nodeId);
      case UNCHANGED -> words.unchanged(nodeId);
      default -> List.of(requests.line("node " + nodeId, answered));
    };
  }

  /**
   * Words of one line, which are the same for each node.
   *
   * @param changed such as {@code may have work again}
   */
  Words words(String changed, String unchanged) {
    return new Words() {
      @Override
      public List<String> changed(String nodeId) {
        return List.of("node " + nodeId + " in pool " + pool() + " " + changed);
      }

      @Override
      public List<String> unchanged(String nodeId) {
        return List.of("unchanged: node " + nodeId + " in pool " + pool() + " " + unchanged);
      }
    };
  }

  /** The pool as it stands, or null if there is none of that name. */
  PoolView read(CommandSpec spec) {
    Patience patience = new Patience(spec.commandLine().getErr());
    return new PoolStateReader(requests.config(), patience).find(pool());
  }

  /** True if answers are to be told in words. */
  boolean isForPeople() {
    return !json;
  }
}
