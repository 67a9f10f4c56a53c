package dev.prioritize.stream.config;

import dev.prioritize.core.model.PoolConfig;
import java.util.function.Function;

/**
 * A key that every pool has.
 *
 * @param suffix what follows the pool's id in the key's name
 * @param value the attribute of a configuration
 */
record PoolAttribute<T>(String suffix, ValueType<T> type, Function<PoolConfig, T> value) {
  /** Stands for all pools. */
  static final String ALL_POOLS = "*";

  private static final String PREFIX = "pool.";

  /** The key for a pool, or for {@link #ALL_POOLS}. */
  ConfigKey<T> of(String pool) {
    return new ConfigKey<>(PREFIX + pool + "." + suffix, type);
  }

  /** The pool that a key of this attribute is for, known or not; null for any other key. */
  String poolOf(String key) {
    int end = key.length() - suffix.length() - 1;
    return key.startsWith(PREFIX) && key.endsWith("." + suffix) && end > PREFIX.length()
        ? key.substring(PREFIX.length(), end)
        : null;
  }
}
