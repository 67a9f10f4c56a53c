package dev.prioritize.stream.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prioritize.stream.config.PropertiesText.Entry;
import org.junit.jupiter.api.Test;

class PropertiesTextTest {

  @Test
  void shouldGiveEveryEntryTheLineItStartsIn() {
    String text =
        """
        # a comment \\
        a = 1

        b : one \\
            two \\
        # three
        ! another comment
        c\\ d 4\\\\
        a=5
        u=\\u00e9
        last=\\""";

    assertThat(PropertiesText.parse(text))
        .containsExactly(
            new Entry("a", "1", 2, false),
            new Entry("b", "one two # three", 4, false),
            new Entry("c d", "4\\", 8, false),
            new Entry("a", "5", 9, false),
            new Entry("u", "é", 10, false),
            new Entry("last", "", 11, false));
  }

  @Test
  void shouldTellTheLineOfAMalformedEscape() {
    assertThat(PropertiesText.parse("a=1\nb=\\u12\n"))
        .containsExactly(new Entry("a", "1", 1, false), new Entry("", "", 2, true));
  }
}
