package dev.prioritize.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;

/**
 * Made-up records of any schema with every optional field set. The values depend on the schema
 * alone and differ from field to field.
 */
final class ExampleRecords {
  private int count;

  private ExampleRecords() {}

  /** The example of a record schema. */
  static GenericData.Record of(Schema schema) {
    return new ExampleRecords().record(schema);
  }

  private GenericData.Record record(Schema schema) {
    GenericData.Record record = new GenericData.Record(schema);
    for (Schema.Field field : schema.getFields()) {
      record.put(field.pos(), value(field.name(), field.schema()));
    }
    return record;
  }

  private Object value(String name, Schema schema) {
    count++;
    return switch (schema.getType()) {
      case RECORD -> record(schema);
      case ENUM ->
          new GenericData.EnumSymbol(
              schema,
              schema.getEnumSymbols().get(1 + count % (schema.getEnumSymbols().size() - 1)));
      case ARRAY -> array(name, schema);
      case UNION -> value(name, schema.getTypes().get(1));
      case STRING -> name + "-" + count;
      case BYTES -> ByteBuffer.wrap((name + "-" + count).getBytes(StandardCharsets.UTF_8));
      case INT -> count;
      case LONG -> 1_000_000_000_000L + count;
      case DOUBLE -> count + 0.5;
      case FLOAT -> count + 0.25f;
      case BOOLEAN -> count % 2 == 1;
      default -> throw new IllegalArgumentException("no example of " + schema);
    };
  }

  private Object array(String name, Schema schema) {
    List<Object> items = new ArrayList<>();
    items.add(value(name, schema.getElementType()));
    items.add(value(name, schema.getElementType()));
    return new GenericData.Array<>(schema, items);
  }
}
