package dev.prioritize.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Goal: every schema can grow and can be read by a newcomer. Method: walk all named types. */
class ContractRulesTest {

  @ParameterizedTest
  @MethodSource("namedTypes")
  void shouldDocumentEveryTypeAndField(Schema type) {
    assertThat(type.getDoc()).isNotBlank();
    if (type.getType() == Schema.Type.RECORD) {
      for (Schema.Field field : type.getFields()) {
        assertThat(field.doc()).as("%s.%s", type.getName(), field.name()).isNotBlank();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("namedTypes")
  void shouldLeaveRoomForNewSymbols(Schema type) {
    if (type.getType() == Schema.Type.ENUM) {
      assertThat(type.getEnumSymbols().get(0)).isEqualTo("UNKNOWN");
      assertThat(type.getEnumDefault()).isEqualTo("UNKNOWN");
    }
  }

  @ParameterizedTest
  @MethodSource("namedTypes")
  void shouldUseUnionsForOptionalFieldsOnlyAndNoMaps(Schema type) {
    if (type.getType() != Schema.Type.RECORD) {
      return;
    }
    for (Schema.Field field : type.getFields()) {
      String name = type.getName() + "." + field.name();
      if (field.schema().getType() == Schema.Type.UNION) {
        assertThat(field.schema().getTypes()).as(name).hasSize(2);
        assertThat(field.schema().getTypes().get(0).getType()).isEqualTo(Schema.Type.NULL);
        assertThat(field.defaultVal()).as(name).isEqualTo(JsonProperties.NULL_VALUE);
      }
      assertThat(field.schema().toString()).as(name).doesNotContain("\"map\"");
    }
  }

  static Stream<Schema> namedTypes() {
    Map<String, Schema> found = new TreeMap<>();
    RecordTypes.ALL.forEach(type -> collect(type, found));
    return found.values().stream();
  }

  private static void collect(Schema schema, Map<String, Schema> found) {
    switch (schema.getType()) {
      case RECORD -> {
        if (found.put(schema.getName(), schema) == null) {
          schema.getFields().forEach(field -> collect(field.schema(), found));
        }
      }
      case ENUM -> found.put(schema.getName(), schema);
      case ARRAY -> collect(schema.getElementType(), found);
      case UNION -> schema.getTypes().forEach(branch -> collect(branch, found));
      default -> {}
    }
  }
}
