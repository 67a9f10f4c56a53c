package dev.prioritize.stream.replay;

import java.util.List;

/**
 * What a replay has found.
 *
 * @param firstCommandSeq of the first command read; above 1 if the log's start is missing
 * @param lastCommandSeq of the last command read
 * @param commands read
 * @param events read, and found as they should be
 * @param digests state digests compared
 * @param olderEncodings events found equal field by field, since an older schema wrote them
 * @param segments how much of the log was verified in which way, in order
 * @param difference the first one, or null
 */
public record ReplayReport(
    long firstCommandSeq,
    long lastCommandSeq,
    long commands,
    long events,
    long digests,
    long olderEncodings,
    List<Segment> segments,
    Difference difference) {
  public ReplayReport {
    segments = List.copyOf(segments);
  }

  /** How a part of the log was verified. */
  public enum Method {
    /** Everything was decided again and compared byte for byte, and the events folded. */
    REPLAYED,
    /** The events were folded and state digests compared; the rules are another version's. */
    FOLDED,
    /** Sequence numbers were checked; state and decisions rest on records that are missing. */
    SEQUENCE_ONLY
  }

  /** What it comes to. */
  public enum Verdict {
    /** Every decision was made again and is the same. */
    IDENTICAL,
    /** Nothing differs; of some commands only the events were folded. */
    FOLDED,
    /** Nothing differs, but the log has no start, or nothing: no decision could be verified. */
    NOT_VERIFIED,
    /** The log differs. */
    DIFFERENT
  }

  /**
   * Commands verified in one way.
   *
   * @param rulesVersion that they were decided by; 0 if not known
   */
  public record Segment(
      Method method, int rulesVersion, long firstCommandSeq, long lastCommandSeq) {
    Segment to(long commandSeq) {
      return new Segment(method, rulesVersion, firstCommandSeq, commandSeq);
    }
  }

  /** What it comes to. */
  public Verdict verdict() {
    if (difference != null) {
      return Verdict.DIFFERENT;
    }
    if (segments.isEmpty()
        || segments.stream().anyMatch(segment -> segment.method() == Method.SEQUENCE_ONLY)) {
      return Verdict.NOT_VERIFIED;
    }
    return segments.stream().allMatch(segment -> segment.method() == Method.REPLAYED)
        ? Verdict.IDENTICAL
        : Verdict.FOLDED;
  }
}
