package dev.prioritize.cli.operate;

import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.operate.Requests.Answered;
import dev.prioritize.cli.operate.Requests.Request;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.PoolChange;
import dev.prioritize.schema.PoolSetting;
import dev.prioritize.schema.TenantLimit;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.config.PoolSettings;
import dev.prioritize.stream.mapping.ValueMapper;
import dev.prioritize.stream.query.NearestName;
import dev.prioritize.stream.query.PoolView;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./prioritize configure}. */
@Command(
    name = "configure",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Changes settings of a pool while it runs, or the largest class of a tenant's jobs.",
    description = {
      "Settings are named as in the configuration file after pool.*. and hold until they are changed"
          + " again or the scheduler starts with another configuration. All of one request are"
          + " taken, or none. Exit codes: 0 done or so already, 1 failed, 2 wrong command line, 3"
          + " refused, 4 no answer.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./prioritize configure --show",
      "  ./prioritize configure policy=wsaf starvation.bound.low=3d --pool research",
      "  ./prioritize configure --tenant students --largest-class NORMAL",
      "  ./prioritize configure --tenant students --largest-class none"
    })
public final class ConfigureCommand implements Callable<Integer> {
  /** Lifts a tenant's limit. */
  private static final String NONE = "none";

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "KEY=VALUE", description = "Settings to change.")
  private Map<String, String> settings = new TreeMap<>();

  @Option(names = "--show", description = "Show all settings, and who has a limit.")
  private boolean show;

  @Option(names = "--tenant", paramLabel = "TENANT", description = "Whose largest class to set.")
  private String tenant;

  @Option(
      names = "--largest-class",
      paramLabel = "CLASS",
      description =
          "LOW, NORMAL, HIGH, URGENT, or none for no limit; jobs that are there keep theirs.")
  private String largestClass;

  @Mixin private Requests requests;

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  @Override
  public Integer call() {
    checkOptions();
    Patience patience = new Patience(spec.commandLine().getErr());
    if (show) {
      PoolView view = new PoolStateReader(requests.config(), patience).read(requests.pool());
      SettingsReport report = new SettingsReport(view);
      if (json) {
        Output.print(spec, report.json());
      } else {
        Output.print(spec, report.lines());
      }
      return ExitCodes.OK;
    }
    Request request = tenant == null ? poolChange() : tenantLimit();
    Answered answered = requests.ask(Topic.ADMIN_REQUESTS, List.of(request), patience).get(0);
    if (json) {
      Output.print(spec, requests.json(tenant == null ? "target" : "tenant", answered));
    } else {
      new AnswerPrinter(spec, requests, patience).print(answered, each -> List.of(line(each)));
    }
    return answered.answer().exitCode();
  }

  private void checkOptions() {
    int asked = (show ? 1 : 0) + (tenant == null ? 0 : 1) + (settings.isEmpty() ? 0 : 1);
    if (asked != 1) {
      throw usage("give either KEY=VALUE, or --tenant with --largest-class, or --show");
    }
    if ((tenant == null) != (largestClass == null)) {
      throw usage("--tenant and --largest-class go together: give both");
    }
  }

  private Request poolChange() {
    List<PoolSetting> changes =
        settings.entrySet().stream().map(e -> new PoolSetting(e.getKey(), e.getValue())).toList();
    return new Request(
        "pool",
        new PoolChange(
            requests.pool(), changes, Requests.requestedBy(), System.currentTimeMillis()),
        RequestAnswers.ofPoolChange(requests.pool(), settings));
  }

  private Request tenantLimit() {
    PriorityClass largest = largest();
    return new Request(
        tenant,
        new TenantLimit(
            requests.pool(),
            tenant,
            largest == null ? null : ValueMapper.toAvro(largest),
            Requests.requestedBy(),
            System.currentTimeMillis()),
        RequestAnswers.ofTenantLimit(requests.pool(), tenant, largest));
  }

  private PriorityClass largest() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      if (priorityClass.name().equalsIgnoreCase(largestClass)) {
        return priorityClass;
      }
    }
    if (!largestClass.equalsIgnoreCase(NONE)) {
      throw usage("--largest-class " + largestClass + ": use LOW, NORMAL, HIGH, URGENT or none");
    }
    return null;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private String line(Answered answered) {
    String subject = tenant == null ? "settings" : "the largest class of tenant " + tenant;
    String inPool = subject + " in pool " + requests.pool();
    return switch (answered.answer().outcome()) {
      case CHANGED -> "changed: " + inPool + (tenant == null ? "" : " is " + largestClass + " now");
      case UNCHANGED -> "unchanged: " + inPool + (tenant == null ? " were" : " was") + " so before";
      default -> requests.line(subject, answered) + hint(answered.answer());
    };
  }

  /** The setting that was perhaps meant. */
  private static String hint(Answer answer) {
    Collection<String> known = PoolSettings.changeableNames();
    boolean misspelt =
        answer.code().equals(DeadLetterReason.INVALID_SETTING.name())
            && !known.contains(answer.field());
    String nearest = misspelt ? NearestName.of(answer.field(), known) : null;
    return nearest == null ? "" : "; did you mean " + nearest + "?";
  }
}
