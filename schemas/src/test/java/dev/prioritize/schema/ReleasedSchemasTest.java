package dev.prioritize.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: what was ever written stays readable. Method: each released schema lies in the jar, with a
 * golden record beside these tests; the current schemas are held against them.
 */
class ReleasedSchemasTest {
  private static final String RELEASE = "prioritize.release.schemas";

  private final AvroCodec codec = new AvroCodec();

  @Test
  @EnabledIfSystemProperty(named = RELEASE, matches = "true")
  void releaseWhatHasChanged() {
    RecordTypes.ALL.stream()
        .filter(type -> !SchemaReleases.isReleased(type))
        .forEach(SchemaReleases::release);
  }

  @ParameterizedTest
  @MethodSource("currentTypes")
  @DisabledIfSystemProperty(named = RELEASE, matches = "true")
  void shouldHaveReleasedEveryCurrentSchema(Schema current) {
    assertThat(SchemaReleases.isReleased(current))
        .as(
            "The schema of %s is not its newest released one. If the change is meant, release it:"
                + " ./mvnw -pl schemas test -Dtest=ReleasedSchemasTest -D%s=true",
            current.getName(), RELEASE)
        .isTrue();
  }

  @ParameterizedTest
  @MethodSource("releasedVersions")
  @DisabledIfSystemProperty(named = RELEASE, matches = "true")
  void shouldDecodeGoldenRecordOfEveryRelease(String name, int version, Schema writer) {
    SpecificRecord decoded = codec.decode(SchemaReleases.golden(name, version));

    assertThat(decoded.getSchema().getFullName()).isEqualTo(writer.getFullName());
    GenericData.Record expected = ExampleRecords.of(writer);
    for (Schema.Field field : decoded.getSchema().getFields()) {
      if (writer.getField(field.name()) != null) {
        assertThat(text(decoded.get(field.pos())))
            .as("%s.v%d %s", name, version, field.name())
            .isEqualTo(text(expected.get(field.name())));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("currentTypes")
  void shouldBeCompatibleBothWaysAmongAllVersions(Schema current) {
    List<Schema> versions = new ArrayList<>(WriterSchemas.released(current.getName()));
    versions.add(SchemaReleases.neutral(current));
    for (Schema reader : versions) {
      for (Schema writer : versions) {
        assertThat(incompatibilities(reader, writer)).isEmpty();
      }
    }
  }

  @Test
  void shouldNoticeFieldWithoutDefault() {
    Schema with = schema("{'name':'a','type':'int'},{'name':'b','type':'int'}");
    Schema without = schema("{'name':'a','type':'int'}");

    assertThat(incompatibilities(with, without)).isNotEmpty();
    assertThat(incompatibilities(without, with)).isEmpty();
  }

  @Test
  void shouldReadSymbolOfNewerVersionAsUnknown() throws IOException {
    String newer =
        SchemaReleases.neutral(PriorityChange.SCHEMA$)
            .toString()
            .replace("\"URGENT\"", "\"URGENT\",\"FRANTIC\"");
    Schema writer = new Schema.Parser().parse(newer);
    GenericData.Record change = ExampleRecords.of(writer);
    Schema type = writer.getField("priorityClass").schema();
    change.put("priorityClass", new GenericData.EnumSymbol(type, "FRANTIC"));
    BinaryMessageDecoder<PriorityChange> decoder =
        new BinaryMessageDecoder<>(new SpecificData(), PriorityChange.SCHEMA$);
    decoder.addSchema(writer);

    PriorityChange decoded = decoder.decode(SchemaReleases.encode(writer, change));

    assertThat(decoded.getPriorityClass()).isEqualTo(PriorityClassValue.UNKNOWN);
  }

  private static Schema schema(String fields) {
    return new Schema.Parser()
        .parse(("{'type':'record','name':'Sample','fields':[" + fields + "]}").replace('\'', '"'));
  }

  private static List<?> incompatibilities(Schema reader, Schema writer) {
    SchemaCompatibility.SchemaPairCompatibility pair =
        SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    return pair.getType() == SchemaCompatibilityType.COMPATIBLE
        ? List.of()
        : pair.getResult().getIncompatibilities();
  }

  /** A value as JSON; the classes of generic and specific values differ, their text does not. */
  private static String text(Object value) {
    return GenericData.get().toString(value);
  }

  static Stream<Schema> currentTypes() {
    return RecordTypes.ALL.stream();
  }

  static Stream<Arguments> releasedVersions() {
    List<Arguments> all = new ArrayList<>();
    for (Schema type : RecordTypes.ALL) {
      List<Schema> versions = WriterSchemas.released(type.getName());
      for (int i = 0; i < versions.size(); i++) {
        all.add(Arguments.of(type.getName(), i + 1, versions.get(i)));
      }
    }
    return all.stream();
  }
}
