package dev.prioritize.stream.config;

import dev.prioritize.core.model.Ids;
import dev.prioritize.core.model.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the values of a key may be.
 *
 * @param allowed the same in words, for a refusal
 * @param parser reads a trimmed text; throws {@link IllegalArgumentException} if it is not allowed
 */
record ValueType<T>(String allowed, Function<String, T> parser) {
  private static final String OFF = "off";
  private static final String HOME = "~/";
  private static final int MAX_PORT = 65_535;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[A-Za-z0-9_]+://)?(?:\\[[0-9A-Fa-f:.%]+]|[0-9A-Za-z._-]+):([0-9]{1,5})");

  T parse(String text) {
    return parser.apply(text);
  }

  static ValueType<Integer> integer(int least, int most) {
    return new ValueType<>(
        "a whole number from " + least + " to " + most,
        text -> {
          int value = Integer.parseInt(text);
          check(value >= least && value <= most);
          return value;
        });
  }

  static ValueType<Duration> duration(String least, String most) {
    Duration from = Durations.parse(least);
    Duration to = Durations.parse(most);
    return new ValueType<>(
        "a whole number with a unit (ms, s, m, h, d), from " + least + " to " + most,
        text -> {
          Duration value = Durations.parse(text);
          check(value.compareTo(from) >= 0 && value.compareTo(to) <= 0);
          return value;
        });
  }

  /** {@code off} is zero. */
  static ValueType<Duration> durationOrOff(String least, String most) {
    ValueType<Duration> duration = duration(least, most);
    return new ValueType<>(
        duration.allowed() + ", or " + OFF,
        text -> text.equals(OFF) ? Duration.ZERO : duration.parse(text));
  }

  /** One of some words; the map's order is that of the refusal. */
  static <T> ValueType<T> oneOf(Map<String, T> words) {
    return new ValueType<>(
        "one of " + String.join(", ", words.keySet()),
        text -> {
          check(words.containsKey(text));
          return words.get(text);
        });
  }

  static ValueType<String> matching(String regex, String allowed) {
    Pattern pattern = Pattern.compile(regex);
    return new ValueType<>(
        allowed,
        text -> {
          check(pattern.matcher(text).matches());
          return text;
        });
  }

  /**
   * An id that is also the name of a folder.
   *
   * @param what of what it is the id
   */
  static ValueType<String> id(String what) {
    return new ValueType<>(
        what
            + ": letters, digits, '.', '_' and '-', not starting with '.', at most "
            + Limits.MAX_ID_CHARS
            + " characters",
        text -> {
          check(Ids.isId(text) && !text.startsWith("."));
          return text;
        });
  }

  static ValueType<Path> folder() {
    return new ValueType<>(
        "the path of a folder",
        text -> {
          check(!text.isEmpty());
          return text.startsWith(HOME)
              ? Path.of(System.getProperty("user.home"), text.substring(HOME.length()))
              : Path.of(text);
        });
  }

  /** Kafka's own form of addresses. */
  static ValueType<String> addresses() {
    return new ValueType<>(
        "host:port, several separated by commas",
        text -> {
          for (String address : text.split(",", -1)) {
            Matcher matcher = ADDRESS.matcher(address.strip());
            check(matcher.matches());
            int port = Integer.parseInt(matcher.group(1));
            check(port > 0 && port <= MAX_PORT);
          }
          return text;
        });
  }

  static ValueType<List<String>> poolIds() {
    return new ValueType<>(
        "ids of letters, digits, '.', '_' and '-', at most "
            + Limits.MAX_ID_CHARS
            + " characters long, separated by commas, each once",
        text -> {
          List<String> ids = new ArrayList<>();
          for (String id : text.split(",", -1)) {
            ids.add(id.strip());
          }
          check(ids.stream().allMatch(ValueType::isPoolId));
          check(new HashSet<>(ids).size() == ids.size());
          return List.copyOf(ids);
        });
  }

  static boolean isPoolId(String text) {
    return Ids.isId(text);
  }

  /** The refusal is worded from {@link #allowed}, so the exception needs no text. */
  private static void check(boolean allowed) {
    if (!allowed) {
      throw new IllegalArgumentException();
    }
  }
}
