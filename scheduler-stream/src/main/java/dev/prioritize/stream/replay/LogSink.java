package dev.prioritize.stream.replay;

/**
 * Takes a pool's log in its order: a command, then its events, then the next command. Events whose
 * command is no longer kept may come before the first one.
 */
public interface LogSink {
  /**
   * The next command.
   *
   * @param record the very bytes of the topic
   */
  void command(byte[] record);

  /**
   * The next event.
   *
   * @param record the very bytes of the topic
   */
  void event(byte[] record);

  /** True if it makes no use of anything that would still come. */
  default boolean isDone() {
    return false;
  }
}
