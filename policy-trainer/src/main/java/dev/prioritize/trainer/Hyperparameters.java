package dev.prioritize.trainer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;

/** The numbers of {@code train.properties}, where each is explained, and what overrides them. */
public final class Hyperparameters {
  private static final String FILE = "/train.properties";

  private final Properties values = new Properties();

  /**
   * The file's numbers with some replaced.
   *
   * @throws IllegalArgumentException if a key is not in the file
   */
  public Hyperparameters(Map<String, String> overrides) {
    try (InputStream in = Hyperparameters.class.getResourceAsStream(FILE)) {
      values.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    overrides.forEach(
        (key, value) -> {
          if (!values.containsKey(key)) {
            throw new IllegalArgumentException(
                "no hyper-parameter " + key + "; there are " + values.stringPropertyNames());
          }
          values.setProperty(key, value);
        });
  }

  /** A number. */
  public double number(String key) {
    try {
      return Double.parseDouble(values.getProperty(key));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          key + " is " + values.getProperty(key) + ", expected a number", e);
    }
  }

  /** A whole number. */
  public int count(String key) {
    return (int) number(key);
  }
}
