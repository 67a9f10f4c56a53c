package dev.prioritize.stream.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Every key that may be set, given the pools, except {@code kafka.*}; and their variables. */
final class KnownKeys {
  static final String VARIABLE_PREFIX = "PRIORITIZE_";
  static final String KAFKA_VARIABLE_PREFIX = variable(KafkaSettings.PREFIX);

  /** Read by the start script and the log, not by the configuration. */
  static final List<String> FOREIGN_VARIABLES =
      List.of("PRIORITIZE_JAVA_OPTS", "PRIORITIZE_LOG_LEVEL");

  /** How many letters "kafka" may be off and still be suggested. */
  private static final int KAFKA_PREFIX_DISTANCE = 2;

  private static final LevenshteinDistance DISTANCE = LevenshteinDistance.getDefaultInstance();

  private final List<String> pools;
  private final SortedMap<String, ConfigKey<?>> byName = new TreeMap<>();
  private final SortedMap<String, ConfigKey<?>> byVariable = new TreeMap<>();

  KnownKeys(List<String> pools) {
    this.pools = pools;
    ConfigKeys.GENERAL.forEach(this::add);
    for (PoolAttribute<?> attribute : ConfigKeys.OF_POOL) {
      add(attribute.of(PoolAttribute.ALL_POOLS));
      pools.forEach(pool -> add(attribute.of(pool)));
    }
  }

  private void add(ConfigKey<?> key) {
    byName.put(key.name(), key);
    byVariable.put(variable(key.name()), key);
  }

  /** The key, or null. */
  ConfigKey<?> named(String name) {
    return byName.get(name);
  }

  /** The key that an environment variable sets, or null. */
  ConfigKey<?> ofVariable(String variable) {
    return byVariable.get(variable);
  }

  /** The variable of a key. That for all pools has nothing in the star's place. */
  static String variable(String key) {
    return VARIABLE_PREFIX
        + key.replace(PoolAttribute.ALL_POOLS + ".", "")
            .replace('.', '_')
            .replace('-', '_')
            .toUpperCase(Locale.ROOT);
  }

  /** Pools whose variables would be the same, by what their names have in common. */
  Collection<List<String>> clashingPools() {
    Map<String, List<String>> byShape = new LinkedHashMap<>();
    for (String pool : pools) {
      byShape.merge(variable(pool), List.of(pool), KnownKeys::concat);
    }
    byShape.values().removeIf(names -> names.size() == 1);
    return byShape.values();
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  /** The pool that an unknown key would be for if it existed; null if it is not such a key. */
  static String missingPool(String key) {
    return ConfigKeys.OF_POOL.stream()
        .map(attribute -> attribute.poolOf(key))
        .filter(pool -> pool != null && ValueType.isPoolId(pool))
        .findFirst()
        .orElse(null);
  }

  /** The known key most like this one. */
  String nearestTo(String key) {
    return KafkaSettings.isKnown(key)
        ? KafkaSettings.ownKey(key)
        : nearest(key, byName.keySet(), KafkaSettings.PREFIX);
  }

  /** The known variable most like this one. */
  String nearestVariableTo(String variable) {
    String key =
        variable.substring(VARIABLE_PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
    if (KafkaSettings.isKnown(key)) {
      return variable(KafkaSettings.ownKey(key));
    }
    List<String> known = new ArrayList<>(byVariable.keySet());
    known.addAll(FOREIGN_VARIABLES);
    return nearest(variable, known, KAFKA_VARIABLE_PREFIX);
  }

  /** Ties go to the first; {@code kafka.*} takes part if only its prefix is misspelt. */
  private static String nearest(String name, Collection<String> known, String kafkaPrefix) {
    List<String> candidates = new ArrayList<>();
    int end = endOfFirstWord(name, kafkaPrefix);
    if (end > 0
        && end < name.length()
        && DISTANCE.apply(name.substring(0, end), kafkaPrefix) <= KAFKA_PREFIX_DISTANCE) {
      candidates.add(kafkaPrefix + name.substring(end));
    }
    candidates.addAll(known);
    return Collections.min(
        candidates, Comparator.comparingInt(candidate -> DISTANCE.apply(name, candidate)));
  }

  /**
   * Of the word in the place where {@code kafka} would be, with its separator; 0 if there is none.
   */
  private static int endOfFirstWord(String name, String kafkaPrefix) {
    int from = kafkaPrefix.length() - KafkaSettings.PREFIX.length();
    char separator = kafkaPrefix.charAt(kafkaPrefix.length() - 1);
    return name.indexOf(separator, from) + 1;
  }
}
