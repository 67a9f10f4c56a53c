package dev.prioritize.benchmarks.e2e;

import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.Topic;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/** Runs the engine over the logged commands and compares its events with those logged. */
final class LogReplay {
  private final AvroCodec codec = new AvroCodec();
  private final Engine engine = new Engine(new Pool(), Heuristic::find);
  private final ArrayDeque<byte[]> replayed = new ArrayDeque<>();
  private final ArrayDeque<byte[]> logged = new ArrayDeque<>();
  private long commands;
  private long events;

  private LogReplay() {}

  /**
   * Replays the log, which nobody writes any more.
   *
   * @return how much was compared, in words
   * @throws IllegalStateException at the first event that differs
   */
  static String run(String bootstrapServers) {
    LogReplay replay = new LogReplay();
    try (TopicReader commandLog = reader(bootstrapServers, Topic.SCHEDULER_COMMANDS);
        TopicReader eventLog = reader(bootstrapServers, Topic.SCHEDULER_EVENTS)) {
      List<byte[]> batch = commandLog.nextValues();
      while (!batch.isEmpty()) {
        batch.forEach(replay::take);
        replay.logged.addAll(eventLog.nextValues());
        replay.compare();
        batch = commandLog.nextValues();
      }
      replay.readOn(eventLog);
    }
    return "%,d commands, %,d events".formatted(replay.commands, replay.events);
  }

  private static TopicReader reader(String bootstrapServers, Topic topic) {
    return new TopicReader(bootstrapServers, topic.topicName(), BenchCluster.PARTITIONS);
  }

  private void take(byte[] command) {
    commands++;
    for (LoggedEvent event : engine.process(CommandMapper.toCore(codec.decode(command)))) {
      replayed.add(codec.encode(EventMapper.toAvro(BenchCluster.POOL, event)));
    }
  }

  private void readOn(TopicReader eventLog) {
    List<byte[]> batch = eventLog.nextValues();
    while (!batch.isEmpty()) {
      logged.addAll(batch);
      compare();
      batch = eventLog.nextValues();
    }
    if (replayed.size() != logged.size()) {
      throw new IllegalStateException(
          "the log has "
              + (events + logged.size())
              + " events, its commands give "
              + (events + replayed.size()));
    }
  }

  private void compare() {
    while (!replayed.isEmpty() && !logged.isEmpty()) {
      events++;
      if (!Arrays.equals(replayed.remove(), logged.remove())) {
        throw new IllegalStateException("event " + events + " differs from the one replayed");
      }
    }
  }
}
