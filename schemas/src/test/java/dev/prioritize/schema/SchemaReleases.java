package dev.prioritize.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.message.BinaryMessageEncoder;

/** Where released schemas and their golden records lie, and how a schema is released. */
final class SchemaReleases {
  private static final Path RELEASED = Path.of("src/main/resources/released");
  private static final Path GOLDEN = Path.of("src/test/resources/golden");

  private SchemaReleases() {}

  /** True if the newest released version of this type is this very schema. */
  static boolean isReleased(Schema current) {
    List<Schema> versions = WriterSchemas.released(current.getName());
    return !versions.isEmpty() && versions.get(versions.size() - 1).equals(neutral(current));
  }

  /** Writes the next version of this type, with a golden record, into the source tree. */
  static void release(Schema current) {
    Schema schema = neutral(current);
    String file = current.getName() + ".v" + (WriterSchemas.released(current.getName()).size() + 1);
    byte[] golden = encode(schema, ExampleRecords.of(schema));
    try {
      Files.writeString(
          RELEASED.resolve(file + ".avsc"), SchemaFormatter.format("json/pretty", schema) + "\n");
      Files.writeString(GOLDEN.resolve(file + ".hex"), HexFormat.of().formatHex(golden) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release " + file, e);
    }
  }

  /** The bytes that a release wrote down. */
  static byte[] golden(String name, int version) {
    Path file = GOLDEN.resolve(name + ".v" + version + ".hex");
    try {
      return HexFormat.of().parseHex(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** A record's single-object encoding, by Avro's own encoder. */
  static byte[] encode(Schema schema, GenericData.Record record) {
    try {
      ByteBuffer bytes =
          new BinaryMessageEncoder<GenericData.Record>(new GenericData(), schema).encode(record);
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot encode " + schema.getFullName(), e);
    }
  }

  /** The schema without the mark that tells Avro's Java to use String: no part of the contract. */
  static Schema neutral(Schema schema) {
    String marked = "{\"type\":\"string\",\"avro.java.string\":\"String\"}";
    return new Schema.Parser().parse(schema.toString().replace(marked, "\"string\""));
  }
}
