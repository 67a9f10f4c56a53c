package dev.prioritize.stream.config;

/**
 * A key of the configuration.
 *
 * @param name as in the file
 */
record ConfigKey<T>(String name, ValueType<T> type) {}
