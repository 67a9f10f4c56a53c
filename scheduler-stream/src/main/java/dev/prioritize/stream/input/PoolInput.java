package dev.prioritize.stream.input;

import dev.prioritize.core.command.Command;
import dev.prioritize.stream.mapping.CommandAttachment;

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

  /** A driver moves the time of a virtual pool, which makes a Tick. */
  record AdvanceClock(String pool, InputOrigin origin, long timeMillis) implements PoolInput {}
}
