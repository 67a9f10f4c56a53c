package dev.prioritize.core.engine;

import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.core.state.Pool;
import java.util.ArrayList;
import java.util.List;

/** Numbers the events of one command and applies each at once, so that the next rests on it. */
final class EventSink {
  private final Pool pool;
  private final long commandSeq;
  private final long timeMillis;
  private final List<LoggedEvent> events = new ArrayList<>();

  EventSink(Pool pool, long commandSeq, long timeMillis) {
    this.pool = pool;
    this.commandSeq = commandSeq;
    this.timeMillis = timeMillis;
  }

  void emit(Event event) {
    LoggedEvent logged = new LoggedEvent(commandSeq, pool.eventSeq() + 1, timeMillis, event);
    pool.apply(logged);
    events.add(logged);
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  List<LoggedEvent> events() {
    return events;
  }
}
