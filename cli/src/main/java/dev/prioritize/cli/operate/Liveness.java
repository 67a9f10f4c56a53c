package dev.prioritize.cli.operate;

import dev.prioritize.cli.HumanTime;
import dev.prioritize.stream.query.PoolView;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;

/** Whether somebody decides for a pool, as far as its state shows. */
final class Liveness {
  /** A scheduler decides once a second; a takeover takes some seconds, and clocks differ. */
  private static final long SILENT_MILLIS = Duration.ofSeconds(15).toMillis();

  private Liveness() {}

  /** Tells on stderr if the last decision is old. */
  static void warn(CommandSpec spec, PoolView view) {
    if (view.silenceMillis() > SILENT_MILLIS) {
      Output.note(
          spec,
          "warning: the last decision in pool "
              + view.name()
              + " is "
              + HumanTime.ofMillis(view.silenceMillis())
              + " old: is its scheduler running?");
    }
  }
}
