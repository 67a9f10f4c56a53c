package dev.prioritize.stream.config;

/**
 * A value and where it came from.
 *
 * @param key the key's name, as in the file
 */
record Setting(String key, String value, Origin origin) {
  /** The value as it may be printed: without secrets, on one line. */
  String shownValue() {
    return KafkaSettings.mayHoldSecret(key, value)
        ? KafkaSettings.HIDDEN
        : value.replaceAll("\\p{Cntrl}", " ");
  }

  Setting withKey(String newKey) {
    return new Setting(newKey, value, origin);
  }

  /** Never shows a secret. */
  @Override
  public String toString() {
    return key + " = " + shownValue() + "  (from " + origin.text() + ")";
  }
}
