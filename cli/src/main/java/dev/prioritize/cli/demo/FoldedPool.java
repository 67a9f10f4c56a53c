package dev.prioritize.cli.demo;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.state.Pool;
import dev.prioritize.simulator.EngineDeadline;
import dev.prioritize.stream.mapping.EventMapper;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * The pool's state as its events tell it. From it a driver knows when the engine has to be woken,
 * and how many assignments are on their way.
 */
final class FoldedPool {
  private final Pool pool = new Pool();
  private final TreeMap<String, Integer> ends = new TreeMap<>();
  private final TreeMap<String, Integer> requeues = new TreeMap<>();
  private long assignments;
  private int endedJobs;

  /** Takes the next event. */
  void read(SpecificRecord record) {
    LoggedEvent logged = EventMapper.toCore(record);
    pool.apply(logged);
    pool.changes().clear();
    Event event = logged.event();
    if (event instanceof Event.JobPlaced placed) {
      assignments += placed.tasks().size();
    } else if (event instanceof Event.JobStopping stopping) {
      assignments += stopping.nodeIds().size();
    } else if (event instanceof Event.TaskDisowned) {
      assignments++;
    } else if (event instanceof Event.JobRequeued requeued) {
      requeues.merge(requeued.reason().name(), 1, Integer::sum);
    } else if (event instanceof Event.JobFinished finished) {
      end(finished.state().name());
    } else if (event instanceof Event.JobRejected) {
      end("REJECTED");
    }
  }

  private void end(String state) {
    ends.merge(state, 1, Integer::sum);
    endedJobs++;
  }

  /** START and STOP records that were written so far. */
  long assignments() {
    return assignments;
  }

  int endedJobs() {
    return endedJobs;
  }

  /** How jobs ended, by state. */
  Map<String, Integer> ends() {
    return ends;
  }

  /** How often jobs went back to the queue, by reason. */
  Map<String, Integer> requeues() {
    return requeues;
  }

  /** When the engine next has to look after a job or a node, or Long.MAX_VALUE. */
  long nextDeadlineMillis() {
    return EngineDeadline.nextMillis(pool);
  }
}
