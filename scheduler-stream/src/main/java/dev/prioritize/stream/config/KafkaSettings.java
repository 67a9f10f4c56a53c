package dev.prioritize.stream.config;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The keys {@code kafka.*}. Kafka checks their values; here they are only passed on, and kept from
 * being printed when in doubt: shown is what Kafka knows and does not hold for a password, unless
 * its name or its value looks like a secret.
 */
final class KafkaSettings {
  static final String PREFIX = "kafka.";
  static final String HIDDEN = "***";

  private static final List<String> SECRET_WORDS =
      List.of(
          "password", "passwd", "passphrase", "secret", "token", "jaas", "credential", "private");

  /** Key material given as text, such as {@code ssl.keystore.key}. */
  private static final String KEY_MATERIAL_SUFFIX = ".key";

  /** {@code https://user:password@host}. */
  private static final Pattern CREDENTIALS_IN_ADDRESS = Pattern.compile("://[^/\\s]*@");

  /** Settings for one kind of client stand behind these. */
  private static final Pattern CLIENT_PREFIX =
      Pattern.compile(
          "^(main\\.consumer|restore\\.consumer|global\\.consumer|consumer|producer|admin)\\.");

  private static final String TOPIC_PREFIX = "topic.";

  /** Set by Prioritize, from the key beside it. */
  private static final Map<String, String> REPLACED =
      Map.of(
          "bootstrap.servers", ConfigKeys.BOOTSTRAP_SERVERS.name(),
          "application.id", ConfigKeys.APPLICATION_ID.name(),
          "group.instance.id", ConfigKeys.INSTANCE_ID.name(),
          "state.dir", ConfigKeys.STATE_DIR.name(),
          "num.stream.threads", ConfigKeys.STREAM_THREADS.name(),
          "commit.interval.ms", ConfigKeys.COMMIT_INTERVAL.name(),
          "replication.factor", ConfigKeys.TOPICS_REPLICATION_FACTOR.name());

  /** The engine's state would come apart from the log under any guarantee but one. */
  private static final String FIXED = "processing.guarantee";

  private static final Map<String, ConfigDef.Type> TYPES = types();

  private KafkaSettings() {}

  /** What is allowed in place of a key that must not be set here; null if it may. */
  static String refusal(String key) {
    String name = withoutPrefix(key);
    if (name.equals(FIXED)) {
      return "to leave it out: it is always " + StreamsConfig.EXACTLY_ONCE_V2;
    }
    return REPLACED.containsKey(name) ? "to set " + REPLACED.get(name) + " instead" : null;
  }

  /** Our key for a key of Kafka's, which is written without {@code kafka.}. */
  static String ownKey(String kafkaKey) {
    return REPLACED.getOrDefault(kafkaKey, PREFIX + kafkaKey);
  }

  /** True for a key of Kafka's, without the prefix {@code kafka.}. */
  static boolean isKnown(String kafkaKey) {
    return TYPES.containsKey(CLIENT_PREFIX.matcher(kafkaKey).replaceFirst(""));
  }

  static String withoutPrefix(String key) {
    return key.substring(PREFIX.length());
  }

  /** Whether a value should not be printed; false for every key that is not of Kafka. */
  static boolean mayHoldSecret(String key, String value) {
    if (!key.startsWith(PREFIX)) {
      return false;
    }
    String name =
        CLIENT_PREFIX.matcher(withoutPrefix(key).toLowerCase(Locale.ROOT)).replaceFirst("");
    boolean open =
        name.startsWith(TOPIC_PREFIX)
            || (TYPES.containsKey(name) && TYPES.get(name) != ConfigDef.Type.PASSWORD);
    return !open
        || name.endsWith(KEY_MATERIAL_SUFFIX)
        || SECRET_WORDS.stream().anyMatch(name::contains)
        || CREDENTIALS_IN_ADDRESS.matcher(value).find();
  }

  private static Map<String, ConfigDef.Type> types() {
    Map<String, ConfigDef.Type> types = new HashMap<>();
    Stream.of(
            StreamsConfig.configDef(),
            ConsumerConfig.configDef(),
            ProducerConfig.configDef(),
            AdminClientConfig.configDef())
        .flatMap(definition -> definition.configKeys().values().stream())
        .forEach(key -> types.put(key.name, key.type));
    return types;
  }
}
