package dev.prioritize.cli.evaluate;

import dev.prioritize.cli.CommandFailure;
import dev.prioritize.cli.ProgressLine;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.UndecodableRecordException;
import dev.prioritize.simulator.evaluate.LoggedRun;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import dev.prioritize.stream.replay.LogSink;

/** Collects what a log tells. */
final class LoggedRunSink implements LogSink {
  private final String pool;
  private final ProgressLine progress;
  private final AvroCodec codec = new AvroCodec();
  private final LoggedRun log = new LoggedRun();
  private long commands;

  LoggedRunSink(String pool, ProgressLine progress) {
    this.pool = pool;
    this.progress = progress;
  }

  LoggedRun log() {
    return log;
  }

  @Override
  public void command(byte[] record) {
    commands++;
    if (progress.isDue()) {
      progress.write("read %d commands".formatted(commands));
    }
    try {
      log.add(CommandMapper.toCore(codec.decode(record)));
    } catch (UndecodableRecordException | IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  @Override
  public void event(byte[] record) {
    try {
      log.add(EventMapper.toCore(codec.decode(record)));
    } catch (UndecodableRecordException | IllegalArgumentException e) {
      throw unreadable(e);
    }
  }

  private CommandFailure unreadable(Exception cause) {
    return new CommandFailure(
        "--log: a record of pool "
            + pool
            + " near command "
            + commands
            + " cannot be read: use the version that wrote it",
        cause);
  }
}
