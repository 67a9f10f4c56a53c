package dev.prioritize.core.model;

/**
 * A key with a value; lists of labels are sorted by key, which is unique in a list.
 *
 * @param key not empty
 * @param value may be empty
 */
public record Label(String key, String value) {}
