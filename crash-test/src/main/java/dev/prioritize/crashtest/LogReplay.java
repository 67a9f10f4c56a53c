package dev.prioritize.crashtest;

import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.state.Pool;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.stream.mapping.CommandMapper;
import dev.prioritize.stream.mapping.EventMapper;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Runs the engine over the commands again and compares its events with those logged. */
final class LogReplay {
  private LogReplay() {}

  /** Null, or the first difference. */
  static String difference(
      List<ConsumerRecord<byte[], byte[]>> commands, List<ConsumerRecord<byte[], byte[]>> events) {
    AvroCodec codec = new AvroCodec();
    Engine engine = new Engine(new Pool(), Heuristic::find);
    Iterator<ConsumerRecord<byte[], byte[]>> logged = events.iterator();
    for (ConsumerRecord<byte[], byte[]> command : commands) {
      for (LoggedEvent event :
          engine.process(CommandMapper.toCore(codec.decode(command.value())))) {
        byte[] replayed = codec.encode(EventMapper.toAvro(TestCluster.POOL, event));
        if (!logged.hasNext() || !Arrays.equals(replayed, logged.next().value())) {
          return "event " + event.eventSeq() + " differs: replay gives " + event;
        }
      }
    }
    return logged.hasNext() ? "the log has more events than replay gives" : null;
  }
}
