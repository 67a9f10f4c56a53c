package dev.prioritize.stream.replay;

/** The way out at the first difference. */
final class DifferenceException extends Exception {
  private final transient Difference difference;

  DifferenceException(Difference difference) {
    super(difference.message(), null, false, false);
    this.difference = difference;
  }

  Difference difference() {
    return difference;
  }
}
