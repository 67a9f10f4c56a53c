package dev.prioritize.stream.replay;

import dev.prioritize.core.event.LoggedEvent;

/**
 * The first place at which a log is not what it should be.
 *
 * @param kind in what way
 * @param commandSeq the command, or that of the event; 0 if not known
 * @param eventSeq the event, or 0 if it is about a command
 * @param type the kind of event or command, such as {@code JobPlaced}; "" if not known
 * @param field the path of the field that differs, or ""
 * @param logged what the log has there, or ""
 * @param expected what replay gives there, or ""
 * @param message all of it in one line
 */
public record Difference(
    Kind kind,
    long commandSeq,
    long eventSeq,
    String type,
    String field,
    String logged,
    String expected,
    String message) {

  /** In what way a log differs. */
  public enum Kind {
    /** One field of an event has another value. */
    FIELD,
    /** Another kind of event. */
    EVENT_TYPE,
    /** The bytes differ, though no field does. */
    ENCODING,
    /** A command or event is not there, or not in its place. */
    MISSING,
    /** A command or event is there again, or too late. */
    REPEATED,
    /** An event that replay does not give. */
    EXTRA,
    /** The event contradicts the events before it. */
    FOLD,
    /** The state that the events lead to is not the one that the log tells of. */
    DIGEST,
    /** The engine cannot run the command. */
    COMMAND,
    /** The record is no command or event of the pool. */
    UNREADABLE
  }

  static Difference ofField(LoggedEvent event, FieldDifference field) {
    return new Difference(
        Kind.FIELD,
        event.commandSeq(),
        event.eventSeq(),
        typeOf(event),
        field.path(),
        field.logged(),
        field.replayed(),
        "%s: field %s: log has %s, replay gives %s"
            .formatted(nameOf(event), field.path(), field.logged(), field.replayed()));
  }

  static Difference ofType(LoggedEvent logged, LoggedEvent replayed) {
    return new Difference(
        Kind.EVENT_TYPE,
        logged.commandSeq(),
        logged.eventSeq(),
        typeOf(logged),
        "",
        typeOf(logged),
        typeOf(replayed),
        "event %d (command %d): log has %s, replay gives %s"
            .formatted(logged.eventSeq(), logged.commandSeq(), typeOf(logged), typeOf(replayed)));
  }

  static Difference ofDigest(LoggedEvent event, String logged, String folded) {
    return new Difference(
        Kind.DIGEST,
        event.commandSeq(),
        event.eventSeq(),
        typeOf(event),
        "sha256",
        logged,
        folded,
        "%s: field sha256: log has \"%s\", the events before it lead to \"%s\""
            .formatted(nameOf(event), logged, folded));
  }

  static Difference ofEvent(Kind kind, LoggedEvent event, String what) {
    return new Difference(
        kind,
        event.commandSeq(),
        event.eventSeq(),
        typeOf(event),
        "",
        "",
        "",
        nameOf(event) + what);
  }

  static Difference ofCommand(Kind kind, long commandSeq, String type, String message) {
    return new Difference(kind, commandSeq, 0, type, "", "", "", message);
  }

  static String typeOf(LoggedEvent event) {
    return event.event().getClass().getSimpleName();
  }

  /** Such as {@code event 1234 (command 567, JobPlaced)}. */
  static String nameOf(LoggedEvent event) {
    return "event %d (command %d, %s)"
        .formatted(event.eventSeq(), event.commandSeq(), typeOf(event));
  }
}
