package dev.prioritize.cli;

import dev.prioritize.stream.replay.LogSink;

/** Tells of a log on its way to another sink. */
final class ProgressSink implements LogSink {
  private final LogSink next;
  private final ProgressLine line;
  private long commands;
  private long events;

  ProgressSink(LogSink next, ProgressLine line) {
    this.next = next;
    this.line = line;
  }

  @Override
  public void command(byte[] record) {
    commands++;
    if (line.isDue()) {
      line.write("read %d commands, %d events".formatted(commands, events));
    }
    next.command(record);
  }

  @Override
  public void event(byte[] record) {
    events++;
    next.event(record);
  }

  @Override
  public boolean isDone() {
    return next.isDone();
  }
}
