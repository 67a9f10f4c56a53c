package dev.prioritize.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Goal: a digest says the same as the state, now and after the state's records have grown. Method:
 * the bytes of small records, and a walk over all types that a snapshot can hold.
 */
class CanonicalEncoderTest {
  enum Colour {
    RED
  }

  record Leaf(int b, String a) {}

  record Tree(
      Leaf leaf, List<Leaf> leaves, Colour colour, boolean tall, Long height, String name) {}

  record GrownLeaf(List<String> c, long z, int b, boolean d, String a, Leaf leaf) {}

  record OtherOrder(String a, int b) {}

  record Unknown(Map<String, String> map) {}

  private static final Tree EMPTY = new Tree(null, List.of(), null, false, null, "");

  @Test
  void shouldEncodeAsDocumented() {
    Tree tree = new Tree(null, List.of(new Leaf(258, "é")), Colour.RED, true, -1L, "x");

    assertThat(encode(tree))
        .isEqualTo(
            hex("R")
                + (hex("\6colourE") + "00000003" + hex("RED"))
                + (hex("\6heightI") + "ffffffffffffffff")
                + (hex("\6leavesL") + "00000001")
                + (hex("R\1aS") + "00000002c3a9" + hex("\1bI") + "0000000000000102" + "00")
                + (hex("\4nameS") + "00000001" + hex("x"))
                + hex("\4tallT")
                + "00");
  }

  @Test
  void shouldNotChangeWhenComponentsAreAddedOrMoved() {
    Leaf leaf = new Leaf(7, "a");

    assertThat(encode(new GrownLeaf(List.of(), 0, 7, false, "a", null))).isEqualTo(encode(leaf));
    assertThat(encode(new OtherOrder("a", 7))).isEqualTo(encode(leaf));
  }

  @Test
  void shouldTellAlikeValuesApart() {
    List<Object> values =
        Arrays.asList(
            null,
            "",
            "N",
            0L,
            1,
            false,
            true,
            Colour.RED,
            "RED",
            List.of(),
            List.of(List.of()),
            List.of("ab", "c"),
            List.of("a", "bc"),
            Collections.singletonList(null),
            EMPTY,
            new Tree(null, List.of(), null, false, 0L, ""),
            new Tree(null, List.of(), null, false, null, null),
            new Tree(null, null, null, false, null, ""),
            new Tree(new Leaf(0, ""), List.of(), null, false, null, ""),
            new Tree(null, List.of(new Leaf(0, "")), null, false, null, ""));

    assertThat(values.stream().map(CanonicalEncoderTest::encode)).doesNotHaveDuplicates();
  }

  @Test
  void shouldLoseNothingOfWhatIsLongerThanItsBuffer() {
    String text = "0123456789".repeat(1_000);
    List<Object> values = List.of(text, text.repeat(5), 1L, List.of(text, text, true), EMPTY);

    StringBuilder oneByOne = new StringBuilder();
    values.forEach(value -> oneByOne.append(encode(value)));

    assertThat(encode(values)).isEqualTo(hex("L") + "00000005" + oneByOne);
  }

  @Test
  void shouldRefuseWhatItDoesNotKnow() {
    assertThatThrownBy(() -> encode(new Unknown(Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("state cannot hold a java.util.")
        .hasMessageEndingWith("it has no canonical encoding");
  }

  @Test
  void shouldKnowEveryTypeThatStateCanHold() {
    Set<String> unknown = new TreeSet<>();
    collectUnknown(PoolSnapshot.class, "PoolSnapshot", unknown);

    assertThat(unknown).as("types of the state without a canonical encoding").isEmpty();
  }

  /** Records of records, one path per component. */
  private static void collectUnknown(Type type, String path, Set<String> unknown) {
    if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      collectUnknown(generic.getActualTypeArguments()[0], path + "[]", unknown);
    } else if (type instanceof Class<?> known && known.isRecord()) {
      for (RecordComponent component : known.getRecordComponents()) {
        String below = path + "." + component.getName();
        collectUnknown(component.getGenericType(), below, unknown);
      }
      RecordComponents.of(known); // that each can be read
    } else if (type instanceof GenericArrayType || !isPlain((Class<?>) type)) {
      unknown.add(path + ": " + type.getTypeName());
    }
  }

  private static boolean isPlain(Class<?> type) {
    return type.isEnum()
        || List.of(
                String.class,
                long.class,
                int.class,
                boolean.class,
                Long.class,
                Integer.class,
                Boolean.class)
            .contains(type);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String encode(Object value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CanonicalEncoder encoder = new CanonicalEncoder(out::write);
    encoder.write(value);
    encoder.flush();
    return HexFormat.of().formatHex(out.toByteArray());
  }
}
