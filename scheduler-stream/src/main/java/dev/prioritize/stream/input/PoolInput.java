package dev.prioritize.stream.input;

import dev.prioritize.core.command.Command;
import dev.prioritize.stream.mapping.CommandAttachment;
import java.util.SortedMap;

/** A valid input of a pool, not yet sequenced. */
public sealed interface PoolInput {
  /** The pool that it is for. */
  String pool();

  /** Where it came from. */
  InputOrigin origin();

  /**
   * A request or a fact that becomes a command.
   *
   * @param claimedTimeMillis the sender's time: data, except in a pool of virtual time
   * @param command what the engine will be asked
   * @param attachment what the log keeps with the command although the engine has no use for it
   */
  record Request(
      String pool,
      InputOrigin origin,
      long claimedTimeMillis,
      Command command,
      CommandAttachment attachment)
      implements PoolInput {}

  /**
   * An operator changes settings of the pool; what comes of it depends on the present ones.
   *
   * @param settings by name, as the configuration file would have them
   */
  record ChangeSettings(
      String pool,
      InputOrigin origin,
      long claimedTimeMillis,
      SortedMap<String, String> settings,
      CommandAttachment attachment)
      implements PoolInput {}

  /**
   * The driver of a virtual pool says that a node is silent or speaks again.
   *
   * @param command what the engine will be asked
   */
  record DriveSilence(
      String pool, InputOrigin origin, long claimedTimeMillis, Command.ReportSilence command)
      implements PoolInput {}

  /** A driver moves the time of a virtual pool, which makes a Tick. */
  record AdvanceClock(String pool, InputOrigin origin, long timeMillis) implements PoolInput {}
}
