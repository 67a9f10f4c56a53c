package dev.prioritize.stream.config;

import dev.prioritize.core.engine.Engine;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The settings of a pool by the names that they have in the configuration. */
public final class PoolSettings {
  private static final String OFF = "off";

  /** Where a configuration takes its values from. */
  interface Source {
    <T> T get(PoolAttribute<T> attribute);
  }

  private PoolSettings() {}

  static PoolConfig config(Source source) {
    return new PoolConfig(
        source.get(ConfigKeys.CLOCK),
        source.get(ConfigKeys.POLICY),
        source.get(ConfigKeys.DISCIPLINE),
        source.get(ConfigKeys.AGING_INTERVAL).toMillis(),
        ConfigKeys.STARVATION_BOUNDS.stream().map(bound -> source.get(bound).toMillis()).toList(),
        source.get(ConfigKeys.DECISION_LIMIT),
        source.get(ConfigKeys.NODE_TIMEOUT).toMillis(),
        source.get(ConfigKeys.JOB_RETENTION).toMillis(),
        new FaultRules(
            source.get(ConfigKeys.START_DEADLINE).toMillis(),
            source.get(ConfigKeys.RECONCILE_GRACE).toMillis(),
            source.get(ConfigKeys.COOL_DOWN).toMillis(),
            source.get(ConfigKeys.NODE_FAULT_LIMIT),
            source.get(ConfigKeys.QUARANTINE_FAILURES),
            source.get(ConfigKeys.QUARANTINE_WINDOW).toMillis(),
            source.get(ConfigKeys.QUARANTINE_DURATION).toMillis()),
        new LearnedRules(
            source.get(ConfigKeys.WINDOW),
            source.get(ConfigKeys.HOLD_PERCENT),
            source.get(ConfigKeys.SUBSTITUTE),
            source.get(ConfigKeys.MODEL)),
        Engine.RULES_VERSION);
  }

  /**
   * A configuration with some settings changed.
   *
   * @param changes by name, such as {@code aging.interval}
   * @throws PoolSettingException at the first that there is not, that cannot be changed while the
   *     scheduler runs, or whose value is not allowed
   */
  public static PoolConfig changed(PoolConfig config, Map<String, String> changes)
      throws PoolSettingException {
    for (Map.Entry<String, String> change : new TreeMap<>(changes).entrySet()) {
      check(change.getKey(), change.getValue());
    }
    return config(
        new Source() {
          @Override
          public <T> T get(PoolAttribute<T> attribute) {
            String changed = changes.get(attribute.suffix());
            return changed == null
                ? attribute.value().apply(config)
                : attribute.type().parse(changed.strip());
          }
        });
  }

  private static void check(String name, String value) throws PoolSettingException {
    if (!isChangeable(name)) {
      throw new PoolSettingException(
          name, value, "change one of " + String.join(", ", changeableNames()));
    }
    ValueType<?> type = attribute(name).type();
    try {
      type.parse(value.strip());
    } catch (IllegalArgumentException e) {
      throw new PoolSettingException(name, value, "allowed is " + type.allowed());
    }
  }

  /** The clock is fixed for good; the node timeout is read by the telemetry filter at its start. */
  private static boolean isChangeable(String name) {
    PoolAttribute<?> attribute = attribute(name);
    return attribute != null
        && !attribute.equals(ConfigKeys.CLOCK)
        && !attribute.equals(ConfigKeys.NODE_TIMEOUT);
  }

  private static PoolAttribute<?> attribute(String name) {
    return ConfigKeys.OF_POOL.stream()
        .filter(attribute -> attribute.suffix().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** The settings that may be changed while the scheduler runs, sorted. */
  public static List<String> changeableNames() {
    return ConfigKeys.OF_POOL.stream()
        .map(PoolAttribute::suffix)
        .filter(PoolSettings::isChangeable)
        .sorted()
        .toList();
  }

  /** All settings of a configuration as they would be written, by name. */
  public static SortedMap<String, String> texts(PoolConfig config) {
    SortedMap<String, String> texts = new TreeMap<>();
    for (PoolAttribute<?> attribute : ConfigKeys.OF_POOL) {
      texts.put(attribute.suffix(), text(attribute.value().apply(config)));
    }
    return texts;
  }

  private static String text(Object value) {
    if (value instanceof Duration duration) {
      return duration.isZero() ? OFF : Durations.format(duration);
    }
    return value instanceof Enum<?> constant
        ? ConfigKeys.lowerCaseName(constant)
        : value.toString();
  }
}
