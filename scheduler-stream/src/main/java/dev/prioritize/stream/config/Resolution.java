package dev.prioritize.stream.config;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The values in force. Remembers what was asked for, so that it can be printed. */
final class Resolution {
  private final Map<String, Setting> settings;
  private final SortedMap<String, Setting> used = new TreeMap<>();

  /**
   * @param settings checked, by key; has every key for all pools and every key without a pool
   */
  Resolution(Map<String, Setting> settings) {
    this.settings = Map.copyOf(settings);
  }

  <T> T get(ConfigKey<T> key) {
    return take(key, settings.get(key.name()));
  }

  /** The pool's own value, or else that for all pools. */
  <T> T get(PoolAttribute<T> attribute, String pool) {
    return take(attribute.of(pool), setting(attribute, pool));
  }

  /** Where a pool's value comes from. */
  Setting setting(PoolAttribute<?> attribute, String pool) {
    Setting own = settings.get(attribute.of(pool).name());
    return own != null ? own : settings.get(attribute.of(PoolAttribute.ALL_POOLS).name());
  }

  /** Kafka's settings, without the prefix, sorted by key. */
  Map<String, String> kafka() {
    Map<String, String> kafka = new LinkedHashMap<>();
    for (Setting setting : new TreeMap<>(settings).values()) {
      if (setting.key().startsWith(KafkaSettings.PREFIX)) {
        used.put(setting.key(), setting);
        kafka.put(KafkaSettings.withoutPrefix(setting.key()), setting.value());
      }
    }
    return Collections.unmodifiableMap(kafka);
  }

  /** Everything that was taken from here, sorted by key. */
  Collection<Setting> used() {
    return used.values();
  }

  private <T> T take(ConfigKey<T> key, Setting setting) {
    if (setting == null) {
      throw new IllegalStateException(
          key.name() + " has no default. Maybe prioritize.properties was changed by hand?");
    }
    used.put(key.name(), setting.withKey(key.name()));
    return key.type().parse(setting.value());
  }
}
