package dev.prioritize.trainer;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.simulator.DrawableSlice;
import dev.prioritize.simulator.DurationKnowledge;
import dev.prioritize.simulator.Slices;
import dev.prioritize.simulator.TraceReader;
import dev.prioritize.trainer.Window.Knowledge;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code train}. */
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Trains a policy in the simulator and writes its model to a folder.",
      "It learns on generated workloads and, with --slices, on those traces that are meant for it. A"
          + " line tells of each generation; every ten, the policy is compared with wsaf/easy on"
          + " windows that it has not seen: below 1 is better."
    },
    footer = {
      "",
      "Example:",
      "  ./prioritize train --slices ../shared/traces/slices.json --minutes 10 --out model"
    })
public final class TrainCommand implements Callable<Integer> {
  /** Windows of the check, far from those of training. */
  private static final long CHECK_SEEDS = 1L << 40;

  @Spec private CommandSpec spec;

  @Option(
      names = "--slices",
      paramLabel = "FILE",
      description =
          "A JSON file that names windows of traces; those meant for training are used. Default:"
              + " generated workloads only.")
  private Path slices;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long to train. Default: 10.")
  private double minutes;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      required = true,
      description = "Where the curve and the checkpoints go.")
  private Path out;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Rollouts at the same time. Default: one for each core.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--start",
      paramLabel = "FILE",
      description =
          "A checkpoint to go on from, instead of an untrained network. With --minutes 0 it is only"
              + " exported.")
  private Path checkpoint;

  @Option(
      names = "--commit",
      paramLabel = "ID",
      defaultValue = "",
      description = "What the manifest names as the commit of the sources. Default: nothing.")
  private String commit;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Override a hyper-parameter of train.properties.")
  private Map<String, String> overrides = new HashMap<>();

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new TrainCommand()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Hyperparameters parameters = new Hyperparameters(overrides);
    Files.createDirectories(out);
    Windows windows = new Windows(trainingSlices());
    ScorerNetwork start =
        checkpoint == null ? untrained(parameters) : Checkpoint.read(checkpoint).network();
    try (Arena arena = new Arena(threads)) {
      train(arena, windows, start, parameters);
    }
    return 0;
  }

  private static ScorerNetwork untrained(Hyperparameters parameters) {
    ScorerNetwork network =
        new ScorerNetwork(
            parameters.count("network.first"),
            parameters.count("network.second"),
            parameters.count("seed"));
    SearchSpace.seed(network);
    return network;
  }

  private List<DrawableSlice> trainingSlices() {
    if (slices == null) {
      return List.of();
    }
    Slices all = Slices.read(slices);
    return new TraceReader(DurationKnowledge.EXACT, 0)
        .readDrawable(Split.TRAINING.stream().map(all::get).toList());
  }

  private void train(Arena arena, Windows windows, ScorerNetwork start, Hyperparameters parameters)
      throws InterruptedException {
    PrintWriter log = spec.commandLine().getOut();
    Check check =
        new Check(
            arena,
            arena.matches(
                sample(windows, CHECK_SEEDS, parameters.count("check.windows"), parameters)));
    say(log, "wsaf4/easy", check.of(Heuristic.WSAF4, Discipline.EASY));
    say(log, "priority/skip", check.of(Heuristic.PRIORITY, Discipline.SKIP));
    EvolutionStrategy search =
        new EvolutionStrategy(
            arena, start, new SearchSpace(start), new Loss(parameters), parameters);
    say(log, "start", check.of(start));
    long began = System.nanoTime();
    long seed = 1L << 20;
    int perGeneration = parameters.count("windows");
    while (seconds(began) < 60 * minutes) {
      double loss = search.step(arena.matches(sample(windows, seed, perGeneration, parameters)));
      seed += perGeneration;
      log.printf(
          Locale.ROOT,
          "generation %d  loss %.4f  %.0f s  %d decisions%n",
          search.generation(),
          loss,
          seconds(began),
          arena.decisions());
      log.flush();
      if (search.generation() % parameters.count("check.every") == 0) {
        ScorerNetwork network = search.network();
        Checkpoint.of(network).write(out.resolve("checkpoint-" + search.generation() + ".json"));
        double checked = search.losses(check.matches(), List.of(network))[0];
        say(log, String.format(Locale.ROOT, "check %.4f", checked), check.of(network));
      }
    }
    Checkpoint.of(search.network()).write(out.resolve("checkpoint.json"));
    ModelFolder.write(
        out.resolve("model"),
        search.network(),
        new ModelFolder.About(
            "drl",
            1,
            slices == null ? List.of("generated") : withGenerated(Split.TRAINING),
            List.of(parameters.count("seed")),
            commit,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
    log.println("The model is in " + out.resolve("model"));
    log.flush();
  }

  private static List<String> withGenerated(List<String> slices) {
    List<String> all = new ArrayList<>(slices);
    all.add("generated");
    return all;
  }

  private static double seconds(long sinceNanos) {
    return (System.nanoTime() - sinceNanos) / 1e9;
  }

  private static void say(PrintWriter log, String what, List<String> lines) {
    lines.forEach(line -> log.println(what + "  " + line));
    log.flush();
  }

  private static List<Window> sample(
      Windows windows, long firstSeed, int count, Hyperparameters parameters) {
    List<Window> sample = new ArrayList<>(count);
    int exact = (int) Math.round(count * parameters.number("share.exact"));
    int noisy = (int) Math.round(count * parameters.number("share.noisy"));
    for (int i = 0; i < count; i++) {
      Knowledge knowledge =
          i < exact ? Knowledge.EXACT : i < exact + noisy ? Knowledge.NOISY : Knowledge.ESTIMATED;
      sample.add(windows.of(firstSeed + i, knowledge));
    }
    return sample;
  }
}
