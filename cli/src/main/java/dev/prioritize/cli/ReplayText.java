package dev.prioritize.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.core.engine.Engine;
import dev.prioritize.stream.replay.Difference;
import dev.prioritize.stream.replay.PolicyAgreement;
import dev.prioritize.stream.replay.ReplayReport;
import dev.prioritize.stream.replay.ReplayReport.Method;
import dev.prioritize.stream.replay.ReplayReport.Segment;
import dev.prioritize.stream.replay.ReplayReport.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a replay has found, in words.
 *
 * @param agreement of the learned policy's models with the log, or null if they were not asked
 * @param notes in which way the file itself is not as it was written; empty if it is
 */
record ReplayText(
    String pool,
    ReplayReport report,
    PolicyAgreement agreement,
    List<String> notes,
    Duration took) {
  private static final double MILLIS_PER_SECOND = 1_000;

  /** The verdict on the log and on the file that it came from. */
  private Verdict verdict() {
    return notes.isEmpty() ? report.verdict() : Verdict.DIFFERENT;
  }

  int exitCode() {
    return switch (verdict()) {
      case IDENTICAL, FOLDED -> ExitCodes.OK;
      case DIFFERENT -> ExitCodes.DIFFERENT;
      case NOT_VERIFIED -> ExitCodes.NOT_VERIFIED;
    };
  }

  /** The verdict first, then what it rests on. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(verdictLine());
    if (verdict() == Verdict.DIFFERENT) {
      lines.add(
          "before it nothing differs: commands from %d, %d events, %s"
              .formatted(report.firstCommandSeq(), report.events(), digests()));
    }
    if (report.difference() != null) {
      notes.forEach(note -> lines.add("note: " + note));
    }
    report.segments().stream()
        .filter(segment -> segment.method() == Method.FOLDED)
        .forEach(segment -> lines.add(folded(segment)));
    if (report.olderEncodings() > 0) {
      lines.add(
          "%d events were written with an older schema: compared field by field"
              .formatted(report.olderEncodings()));
    }
    if (agreement != null) {
      lines.addAll(new AgreementText(agreement).lines());
    }
    return lines;
  }

  private String verdictLine() {
    return switch (verdict()) {
      case IDENTICAL ->
          "identical: %s, decided again byte for byte, %s, took %s s"
              .formatted(what(), digests(), seconds());
      case FOLDED ->
          "nothing differs: %s, not all decided again, %s, took %s s"
              .formatted(what(), digests(), seconds());
      case NOT_VERIFIED ->
          ("not verified: %s: the commands before are missing, and with them the state that"
                  + " decisions rest on. Only sequence numbers were checked, and have no holes")
              .formatted(what());
      case DIFFERENT ->
          "different: "
              + (report.difference() == null
                  ? String.join("; ", notes) + ", though no decision differs"
                  : report.difference().message());
    };
  }

  private String what() {
    return "pool %s, commands %d to %d, %d events"
        .formatted(pool, report.firstCommandSeq(), report.lastCommandSeq(), report.events());
  }

  private String digests() {
    if (report.digests() == 0) {
      return String.format(
          Locale.ROOT,
          "no state digest yet (one is written every %,d commands)",
          Engine.DIGEST_INTERVAL);
    }
    return report.digests() + (report.digests() == 1 ? " state digest" : " state digests");
  }

  private static String folded(Segment segment) {
    return "commands %d to %d were decided by rules %d, and this version has rules %d: their events"
            .formatted(
                segment.firstCommandSeq(),
                segment.lastCommandSeq(),
                segment.rulesVersion(),
                Engine.RULES_VERSION)
        + " were folded only, with the state digests compared";
  }

  private String seconds() {
    return String.format(Locale.ROOT, "%.1f", took.toMillis() / MILLIS_PER_SECOND);
  }

  /** All of it for programs. */
  ObjectNode json() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("verdict", verdict().name())
            .put("pool", pool)
            .put("firstCommandSeq", report.firstCommandSeq())
            .put("lastCommandSeq", report.lastCommandSeq())
            .put("commands", report.commands())
            .put("events", report.events())
            .put("digests", report.digests())
            .put("olderEncodings", report.olderEncodings())
            .put("seconds", took.toMillis() / MILLIS_PER_SECOND);
    ArrayNode segments = json.putArray("segments");
    report.segments().forEach(segment -> add(segments, segment));
    notes.forEach(json.putArray("fileProblems")::add);
    if (agreement != null) {
      new AgreementText(agreement).addTo(json.putObject("policy"));
    }
    if (report.difference() == null) {
      json.putNull("difference");
    } else {
      add(json.putObject("difference"), report.difference());
    }
    return json;
  }

  private static void add(ArrayNode segments, Segment segment) {
    segments
        .addObject()
        .put("method", segment.method().name())
        .put("rulesVersion", segment.rulesVersion())
        .put("firstCommandSeq", segment.firstCommandSeq())
        .put("lastCommandSeq", segment.lastCommandSeq());
  }

  private static void add(ObjectNode node, Difference difference) {
    node.put("kind", difference.kind().name())
        .put("commandSeq", difference.commandSeq())
        .put("eventSeq", difference.eventSeq())
        .put("type", difference.type())
        .put("field", difference.field())
        .put("log", difference.logged())
        .put("replay", difference.expected())
        .put("message", difference.message());
  }
}
