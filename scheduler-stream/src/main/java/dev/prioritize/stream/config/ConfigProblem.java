package dev.prioritize.stream.config;

import java.util.List;

/**
 * One thing wrong with the configuration. Holds no secrets.
 *
 * @param key the key, or the environment variable if that belongs to no key; empty for a file
 * @param value the value as it may be printed; empty for an unknown or duplicate key, whose value
 *     may be a secret under a misspelt name
 * @param origin where it came from: {@code file F:LINE}, {@code env NAME}, {@code option}
 * @param allowed what may be written instead; may be empty
 * @param nearest the known key most like an unknown one; else empty
 * @param message all of it in one line
 */
public record ConfigProblem(
    Kind kind,
    String key,
    String value,
    String origin,
    String allowed,
    String nearest,
    String message) {

  /** What sort of problem it is. */
  public enum Kind {
    /** No such key or variable. */
    UNKNOWN_KEY,
    /** The value is outside of what the key allows. */
    INVALID_VALUE,
    /** The file has the key twice. */
    DUPLICATE_KEY,
    /** A key of Kafka's that Prioritize sets itself. */
    REPLACED_KEY,
    /** Two pools would share their environment variables. */
    CLASHING_POOLS,
    /** The file is missing, unreadable or malformed. */
    UNREADABLE_FILE
  }

  static ConfigProblem unknownKey(Setting setting, KnownKeys known) {
    String nearest = known.nearestTo(setting.key());
    String pool = KnownKeys.missingPool(setting.key());
    String allowed = pool == null ? "" : "add " + pool + " to pools first";
    return new ConfigProblem(
        Kind.UNKNOWN_KEY,
        setting.key(),
        "",
        setting.origin().text(),
        allowed,
        nearest,
        "unknown key "
            + setting.key()
            + " in "
            + setting.origin().place()
            + (pool == null ? "" : ": pools does not name " + pool)
            + ": did you mean "
            + nearest
            + "?");
  }

  static ConfigProblem unknownVariable(String variable, KnownKeys known) {
    String nearest = known.nearestVariableTo(variable);
    Origin origin = Origin.environment(variable);
    return new ConfigProblem(
        Kind.UNKNOWN_KEY,
        variable,
        "",
        origin.text(),
        "",
        nearest,
        "unknown variable "
            + variable
            + " in "
            + origin.place()
            + ": did you mean "
            + nearest
            + "?");
  }

  static ConfigProblem invalidValue(Setting setting, String allowed) {
    return new ConfigProblem(
        Kind.INVALID_VALUE,
        setting.key(),
        setting.shownValue(),
        setting.origin().text(),
        allowed,
        "",
        setting + ": allowed is " + allowed);
  }

  static ConfigProblem duplicateKey(Setting second, Origin first) {
    return new ConfigProblem(
        Kind.DUPLICATE_KEY,
        second.key(),
        "",
        second.origin().text(),
        "once in a file",
        "",
        "duplicate key "
            + second.key()
            + " in "
            + second.origin().place()
            + ": it stands in "
            + first.place()
            + " already");
  }

  static ConfigProblem replacedKey(Setting setting, String allowed) {
    return new ConfigProblem(
        Kind.REPLACED_KEY,
        setting.key(),
        setting.shownValue(),
        setting.origin().text(),
        allowed,
        "",
        setting + ": allowed is " + allowed);
  }

  static ConfigProblem clashingPools(Setting pools, List<String> clashing) {
    String allowed = "names that differ in more than case and '.', '_', '-'";
    return new ConfigProblem(
        Kind.CLASHING_POOLS,
        pools.key(),
        pools.shownValue(),
        pools.origin().text(),
        allowed,
        "",
        pools
            + ": "
            + String.join(" and ", clashing)
            + " would have the same environment variables: allowed are "
            + allowed);
  }

  static ConfigProblem unreadableFile(String place, String why) {
    return new ConfigProblem(
        Kind.UNREADABLE_FILE,
        "",
        "",
        "file " + place,
        "",
        "",
        "configuration file " + place + " cannot be read: " + why);
  }
}
