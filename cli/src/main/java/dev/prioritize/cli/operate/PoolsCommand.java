package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.cli.ClusterOptions;
import dev.prioritize.cli.ExitCodes;
import dev.prioritize.cli.HumanTime;
import dev.prioritize.cli.Patience;
import dev.prioritize.cli.TextTable;
import dev.prioritize.core.event.Event.ReservationChanged;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.stream.query.PoolView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./prioritize pools}. */
@Command(
    name = "pools",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Tells how each pool stands: jobs, GPUs, oldest waits, reservation, last decision.",
    description = {
      "A pool on the wall clock decides at least once a second while its scheduler runs: an old last"
          + " decision means that none does.",
      ""
    },
    footer = {"", "Examples:", "  ./prioritize pools", "  ./prioritize pools --json"})
public final class PoolsCommand implements Callable<Integer> {
  private static final List<PriorityClass> HIGHEST_FIRST =
      List.of(PriorityClass.URGENT, PriorityClass.HIGH, PriorityClass.NORMAL, PriorityClass.LOW);

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;

  @Option(names = "--json", description = "Print one line of JSON: an array of pools.")
  private boolean json;

  @Override
  public Integer call() {
    Patience patience = new Patience(spec.commandLine().getErr());
    Collection<PoolView> pools =
        new PoolStateReader(cluster.load(Map.of()), patience).readAll().values();
    if (json) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      pools.forEach(pool -> array.add(asJson(pool)));
      Output.print(spec, array);
      return ExitCodes.OK;
    }
    List<String> lines = new ArrayList<>();
    for (PoolView pool : pools) {
      lines.addAll(lines(pool));
    }
    Output.print(spec, lines.isEmpty() ? List.of("no pools yet") : lines);
    return ExitCodes.OK;
  }

  private static List<String> lines(PoolView view) {
    PoolConfig config = view.pool().config();
    TextTable facts = new TextTable();
    facts.add(
        "  decides",
        "clock "
            + lowerCase(config.clock())
            + ", policy "
            + config.policy()
            + ", discipline "
            + lowerCase(config.discipline()));
    facts.add(
        "  last decision",
        view.isVirtual()
            ? "at " + Times.of(view.nowMillis()) + " of virtual time"
            : HumanTime.ofMillis(view.silenceMillis()) + " ago");
    facts.add(
        "  jobs",
        view.pendingJobs()
            + " pending, "
            + view.pool().running().size()
            + " with GPUs, "
            + view.endedJobs()
            + " ended");
    facts.add("  oldest wait", oldestWaits(view));
    facts.add(
        "  GPUs",
        view.capacity().totalFree()
            + " free of "
            + view.capacity().totalCapacity()
            + " in service, on "
            + Output.count(view.pool().ledger().nodes().size(), "node"));
    facts.add("  reservation", reservation(view));
    List<String> lines = new ArrayList<>();
    lines.add("pool " + view.name());
    lines.addAll(facts.lines());
    return lines;
  }

  private static String oldestWaits(PoolView view) {
    StringBuilder waits = new StringBuilder();
    for (PriorityClass priorityClass : HIGHEST_FIRST) {
      long millis = view.oldestWaitMillis(priorityClass);
      if (millis >= 0) {
        waits.append(waits.isEmpty() ? "" : ", ").append(priorityClass).append(' ');
        waits.append(HumanTime.ofMillis(millis));
      }
    }
    return waits.isEmpty() ? "none waits" : waits.toString();
  }

  private static String reservation(PoolView view) {
    ReservationChanged reservation = view.pool().reservation();
    if (reservation.jobId().isEmpty()) {
      return "none";
    }
    return "job "
        + reservation.jobId()
        + ", planned to start at "
        + Times.of(reservation.plannedStartMillis(), view.nowMillis())
        + (reservation.byStarvationGuard() ? ", by the starvation guard" : "");
  }

  private static ObjectNode asJson(PoolView view) {
    PoolConfig config = view.pool().config();
    ReservationChanged reservation = view.pool().reservation();
    boolean reserved = !reservation.jobId().isEmpty();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("pool", view.name())
            .put("clock", config.clock().name())
            .put("policy", config.policy())
            .put("discipline", config.discipline().name())
            .put("nowMillis", view.nowMillis())
            .put("lastDecisionMillis", view.pool().nowMillis())
            .put("lastDecisionAgeMillis", view.silenceMillis())
            .put("commandSeq", view.pool().commandSeq())
            .put("pendingJobs", view.pendingJobs())
            .put("holdingJobs", view.pool().running().size())
            .put("endedJobs", view.endedJobs())
            .put("nodes", view.pool().ledger().nodes().size())
            .put("inServiceGpus", view.capacity().totalCapacity())
            .put("freeGpus", view.capacity().totalFree())
            .put("reservationJobId", reserved ? reservation.jobId() : null)
            .put(
                "reservationPlannedStartMillis",
                reserved ? reservation.plannedStartMillis() : null);
    ObjectNode waits = json.putObject("oldestWaitMillisByClass");
    for (PriorityClass priorityClass : HIGHEST_FIRST) {
      long millis = view.oldestWaitMillis(priorityClass);
      waits.put(priorityClass.name(), millis < 0 ? null : millis);
    }
    return json;
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
