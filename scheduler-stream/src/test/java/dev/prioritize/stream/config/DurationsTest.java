package dev.prioritize.stream.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "0ms, 0",
    "10ms, 10",
    "30s, 30000",
    "5m, 300000",
    "1h, 3600000",
    "7d, 604800000",
    "90s, 90000",
    "106751991167d, 9223372036828800000"
  })
  void shouldReadAndWriteTheSame(String text, long millis) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
    assertThat(Durations.format(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void shouldWriteTheLargestUnitThatKeepsItWhole() {
    assertThat(Durations.format(Durations.parse("24h"))).isEqualTo("1d");
    assertThat(Durations.format(Durations.parse("25h"))).isEqualTo("25h");
    assertThat(Durations.format(Duration.ofNanos(1_500_000))).isEqualTo("1ms");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "30", "s", "-1s", "+1s", "1.5h", "1 h", "1H", "1w", "1h30m", "٣s"})
  void shouldRefuseWhatHasNoUnitOrIsNoWholeNumber(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\""
                + text
                + "\" is no duration: write a whole number and its unit (ms, s, m, h or d), such"
                + " as 30s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"106751991168d", "99999999999999999999ms"})
  void shouldRefuseWhatNoLongCanHold(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + text + "\" is too long a duration");
  }

  @Test
  void shouldRefuseToWriteANegativeDuration() {
    assertThatThrownBy(() -> Durations.format(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
