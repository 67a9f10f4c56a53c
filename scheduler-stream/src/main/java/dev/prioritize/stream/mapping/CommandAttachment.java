package dev.prioritize.stream.mapping;

import dev.prioritize.schema.LaunchSpec;

/**
 * What the log keeps of a request that the engine has no use for.
 *
 * @param launchSpec how to run a submitted job; null for any other command
 * @param requestedBy who asked for a cancel or a change of priority, may be ""; unused otherwise
 * @param requestedAtMillis when the request's producer says it made it, milliseconds since the
 *     epoch; null if the scheduler made it
 */
public record CommandAttachment(LaunchSpec launchSpec, String requestedBy, Long requestedAtMillis) {
  /** Of commands that the scheduler makes itself. */
  public static final CommandAttachment NONE = new CommandAttachment(null, "", null);
}
