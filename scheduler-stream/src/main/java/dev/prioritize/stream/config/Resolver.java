package dev.prioritize.stream.config;

import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.stream.config.PropertiesText.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Puts the sources together, and collects all that is wrong with them.
 *
 * <p>The sources in rising precedence: shipped defaults, file, environment, options. Every value is
 * checked, also one that another source overrides. A value for a named pool goes before one for all
 * pools, whatever the sources.
 */
final class Resolver {
  private static final String SHIPPED_FILE = "/prioritize.properties";

  private final List<ConfigProblem> problems = new ArrayList<>();

  /**
   * @param fileOrNull no file if null
   * @throws ConfigException if anything is wrong
   */
  static Resolution resolve(
      Path fileOrNull, Map<String, String> environment, Map<String, String> options) {
    Resolver resolver = new Resolver();
    Resolution resolution = resolver.put(fileOrNull, environment, options);
    if (!resolver.problems.isEmpty()) {
      throw new ConfigException(resolver.problems);
    }
    return resolution;
  }

  private Resolution put(
      Path fileOrNull, Map<String, String> environment, Map<String, String> options) {
    // 1. Read.
    List<Setting> shipped = shippedSettings();
    List<Setting> file = fileOrNull == null ? List.of() : fileSettings(fileOrNull);
    List<Setting> option =
        new TreeMap<>(options)
            .entrySet().stream()
                .map(entry -> new Setting(entry.getKey(), entry.getValue(), Origin.OPTION))
                .toList();

    // 2. The pools decide which keys there are.
    Setting pools = poolsSetting(shipped, file, environment, option);
    KnownKeys known = new KnownKeys(wellFormedIds(pools.value()));
    known
        .clashingPools()
        .forEach(clashing -> problems.add(ConfigProblem.clashingPools(pools, clashing)));

    // 3. Check and merge; the later source wins.
    Map<String, Setting> merged = new HashMap<>();
    merge(shipped, known, merged);
    merge(file, known, merged);
    merge(environmentSettings(environment, known), known, merged);
    merge(option, known, merged);
    Resolution resolution = new Resolution(merged);
    if (problems.isEmpty()) {
      checkTogether(resolution);
    }
    return resolution;
  }

  /** The learned policy picks who gets the reservation, so it works under no other discipline. */
  private void checkTogether(Resolution resolution) {
    for (String pool : resolution.get(ConfigKeys.POOLS)) {
      boolean isLearned = resolution.get(ConfigKeys.POLICY, pool).equals(LearnedPolicy.NAME);
      if (isLearned && resolution.get(ConfigKeys.DISCIPLINE, pool) != Discipline.EASY) {
        problems.add(
            ConfigProblem.invalidValue(
                resolution.setting(ConfigKeys.DISCIPLINE, pool),
                "easy, since the policy of pool %s is %s; or set %s to a heuristic, such as aged"
                    .formatted(pool, LearnedPolicy.NAME, ConfigKeys.POLICY.of(pool).name())));
      }
    }
  }

  private List<Setting> shippedSettings() {
    try (InputStream in = Resolver.class.getResourceAsStream(SHIPPED_FILE)) {
      if (in == null) {
        throw new IllegalStateException(
            "the resource " + SHIPPED_FILE + " is missing. Maybe the jar was built by hand?");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return settings(text, "the shipped defaults", Origin::shipped);
    } catch (IOException e) {
      throw new UncheckedIOException("the resource " + SHIPPED_FILE + " cannot be read", e);
    }
  }

  private List<Setting> fileSettings(Path file) {
    try {
      return settings(
          Files.readString(file), file.toString(), line -> Origin.file(file.toString(), line));
    } catch (NoSuchFileException e) {
      problems.add(ConfigProblem.unreadableFile(file.toString(), "there is no such file"));
    } catch (CharacterCodingException e) {
      problems.add(ConfigProblem.unreadableFile(file.toString(), "it is not in UTF-8"));
    } catch (IOException e) {
      problems.add(ConfigProblem.unreadableFile(file.toString(), e.toString()));
    }
    return List.of();
  }

  private List<Setting> settings(String text, String place, IntFunction<Origin> originOfLine) {
    Map<String, Setting> settings = new TreeMap<>();
    for (Entry entry : PropertiesText.parse(text)) {
      Origin origin = originOfLine.apply(entry.line());
      if (entry.malformed()) {
        problems.add(
            ConfigProblem.unreadableFile(place + ":" + entry.line(), "an escape \\u is malformed"));
        continue;
      }
      Setting setting = new Setting(entry.key(), entry.value(), origin);
      Setting first = settings.putIfAbsent(entry.key(), setting);
      if (first != null) {
        problems.add(ConfigProblem.duplicateKey(setting, first.origin()));
      }
    }
    return List.copyOf(settings.values());
  }

  private List<Setting> environmentSettings(Map<String, String> environment, KnownKeys known) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (!variable.startsWith(KnownKeys.VARIABLE_PREFIX)
                  || KnownKeys.FOREIGN_VARIABLES.contains(variable)) {
                return;
              }
              String key = keyOf(variable, known);
              if (key == null) {
                problems.add(ConfigProblem.unknownVariable(variable, known));
              } else {
                settings.add(new Setting(key, value, Origin.environment(variable)));
              }
            });
    return settings;
  }

  private static String keyOf(String variable, KnownKeys known) {
    String prefix = KnownKeys.KAFKA_VARIABLE_PREFIX;
    if (variable.startsWith(prefix) && variable.length() > prefix.length()) {
      String kafkaKey = variable.substring(prefix.length());
      return KafkaSettings.PREFIX + kafkaKey.toLowerCase(Locale.ROOT).replace('_', '.');
    }
    ConfigKey<?> key = known.ofVariable(variable);
    return key == null ? null : key.name();
  }

  /** Found before its value is checked, so that a slip in it does not make other keys unknown. */
  private static Setting poolsSetting(
      List<Setting> shipped,
      List<Setting> file,
      Map<String, String> environment,
      List<Setting> option) {
    String variable = KnownKeys.variable(ConfigKeys.POOLS.name());
    List<Setting> candidates = new ArrayList<>(shipped);
    candidates.addAll(file);
    if (environment.containsKey(variable)) {
      candidates.add(
          new Setting(
              ConfigKeys.POOLS.name(), environment.get(variable), Origin.environment(variable)));
    }
    candidates.addAll(option);
    return candidates.stream()
        .filter(setting -> setting.key().equals(ConfigKeys.POOLS.name()))
        .reduce((first, second) -> second)
        .orElseThrow(() -> new IllegalStateException(SHIPPED_FILE + " does not set pools"));
  }

  private static List<String> wellFormedIds(String pools) {
    return Arrays.stream(pools.split(",", -1))
        .map(String::strip)
        .filter(ValueType::isPoolId)
        .distinct()
        .toList();
  }

  private void merge(List<Setting> source, KnownKeys known, Map<String, Setting> merged) {
    for (Setting setting : source) {
      Setting accepted =
          setting.key().startsWith(KafkaSettings.PREFIX)
              ? kafkaSetting(setting, known)
              : ownSetting(setting, known);
      if (accepted != null) {
        merged.put(accepted.key(), accepted);
      }
    }
  }

  /** Kafka's values stay as they are: an empty one has a meaning, a password may end in a space. */
  private Setting kafkaSetting(Setting setting, KnownKeys known) {
    if (setting.key().equals(KafkaSettings.PREFIX)) {
      problems.add(ConfigProblem.unknownKey(setting, known));
      return null;
    }
    String refusal = KafkaSettings.refusal(setting.key());
    if (refusal != null) {
      problems.add(ConfigProblem.replacedKey(setting, refusal));
      return null;
    }
    return setting;
  }

  private Setting ownSetting(Setting setting, KnownKeys known) {
    ConfigKey<?> key = known.named(setting.key());
    if (key == null) {
      problems.add(ConfigProblem.unknownKey(setting, known));
      return null;
    }
    Setting trimmed = new Setting(setting.key(), setting.value().strip(), setting.origin());
    try {
      key.type().parse(trimmed.value());
      return trimmed;
    } catch (IllegalArgumentException e) {
      problems.add(ConfigProblem.invalidValue(trimmed, key.type().allowed()));
      return null;
    }
  }
}
