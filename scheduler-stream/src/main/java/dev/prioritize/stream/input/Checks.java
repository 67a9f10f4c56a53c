package dev.prioritize.stream.input;

import dev.prioritize.core.model.Ids;
import dev.prioritize.core.model.Limits;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.LabelValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks of single fields; each names the field, the value and what is allowed. */
final class Checks {
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\u0080-\u009f]");

  private Checks() {}

  /** An id: {@code [A-Za-z0-9._-]}, 1 to {@link Limits#MAX_ID_CHARS} characters. */
  static String id(String field, String value) throws InvalidInputException {
    if (value == null || value.isEmpty()) {
      throw new InvalidInputException(
          DeadLetterReason.MISSING_FIELD, field, value, "give an id of letters, digits, . _ -");
    }
    if (value.length() > Limits.MAX_ID_CHARS) {
      throw new InvalidInputException(
          DeadLetterReason.TOO_LONG,
          field,
          value,
          "use at most " + Limits.MAX_ID_CHARS + " characters, this has " + value.length());
    }
    if (!Ids.hasOnlyIdChars(value)) {
      throw new InvalidInputException(
          DeadLetterReason.ILL_FORMED_ID, field, value, "use only letters, digits, . _ -");
    }
    return value;
  }

  /** A text that may be empty, of one line. */
  static String text(String field, String value) throws InvalidInputException {
    return text(field, value, Limits.MAX_TEXT_CHARS);
  }

  static String text(String field, String value, int mostChars) throws InvalidInputException {
    if (value == null) {
      throw new InvalidInputException(
          DeadLetterReason.MISSING_FIELD, field, null, "give a text, it may be empty");
    }
    if (value.length() > mostChars) {
      throw new InvalidInputException(
          DeadLetterReason.TOO_LONG,
          field,
          value,
          "use at most " + mostChars + " characters, this has " + value.length());
    }
    if (CONTROL.matcher(value).find()) {
      throw new InvalidInputException(
          DeadLetterReason.OUT_OF_RANGE, field, value, "leave out control characters");
    }
    return value;
  }

  /** The text as it may be shown on one line: no control character can forge another. */
  static String onOneLine(String text) {
    return CONTROL.matcher(text).replaceAll("?");
  }

  static String nonEmptyText(String field, String value) throws InvalidInputException {
    if (value == null || value.isBlank()) {
      throw new InvalidInputException(
          DeadLetterReason.MISSING_FIELD, field, value, "give a text that is not blank");
    }
    return text(field, value);
  }

  static long range(String field, long value, long least, long most, String unit)
      throws InvalidInputException {
    if (value < least || value > most) {
      throw new InvalidInputException(
          DeadLetterReason.OUT_OF_RANGE,
          field,
          value,
          "use " + least + " to " + most + (unit.isEmpty() ? "" : " " + unit));
    }
    return value;
  }

  static int range(String field, int value, int least, int most) throws InvalidInputException {
    return (int) range(field, (long) value, least, most, "");
  }

  static long time(String field, long millis) throws InvalidInputException {
    return range(field, millis, 0, Limits.MAX_TIME_MILLIS, "ms since 1970");
  }

  /** A duration that may be left out. */
  static void optionalDuration(String field, Long millis) throws InvalidInputException {
    if (millis != null) {
      range(field, millis, 1, Limits.MAX_DURATION_MILLIS, "ms, or leave it out");
    }
  }

  /** An enum that may not be the value that stands for what this version does not know. */
  static <E extends Enum<E>> E known(String field, E value) throws InvalidInputException {
    if (value == null || value.name().equals("UNKNOWN")) {
      StringBuilder allowed = new StringBuilder();
      if (value != null) {
        for (E constant : value.getDeclaringClass().getEnumConstants()) {
          if (constant != value) {
            allowed.append(allowed.isEmpty() ? "" : ", ").append(constant);
          }
        }
      }
      throw new InvalidInputException(
          DeadLetterReason.UNKNOWN_ENUM_VALUE, field, value, "use one of " + allowed);
    }
    return value;
  }

  static void labels(String field, List<LabelValue> labels) throws InvalidInputException {
    range(field + ".length", labels.size(), 0, Limits.MAX_LABELS);
    Set<String> keys = new HashSet<>();
    for (LabelValue label : labels) {
      nonEmptyText(field + ".key", label.getKey());
      text(field + ".value", label.getValue());
      if (!keys.add(label.getKey())) {
        throw new InvalidInputException(
            DeadLetterReason.DUPLICATE, field + ".key", label.getKey(), "give each key once");
      }
    }
  }
}
