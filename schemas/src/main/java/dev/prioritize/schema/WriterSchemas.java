package dev.prioritize.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * Every schema that a record may have been written with: those released, {@code
 * released/NAME.vN.avsc} with N from 1 without gaps, and the current ones. Loaded once.
 */
final class WriterSchemas {
  /**
   * A way to read records.
   *
   * @param writer what they were written with
   * @param reader what this version makes of them
   */
  record Pair(Schema writer, Schema reader) {}

  private static final Map<Long, Pair> BY_FINGERPRINT = load();

  private WriterSchemas() {}

  /** The pair for a fingerprint (CRC-64-AVRO of the parsing canonical form), or null. */
  static Pair of(long fingerprint) {
    return BY_FINGERPRINT.get(fingerprint);
  }

  /** The released versions of the record type of that name, from version 1 on. */
  static List<Schema> released(String name) {
    List<Schema> versions = new ArrayList<>();
    Schema version = parse(name, 1);
    while (version != null) {
      versions.add(version);
      version = parse(name, versions.size() + 1);
    }
    return Collections.unmodifiableList(versions);
  }

  private static Map<Long, Pair> load() {
    Map<Long, Pair> pairs = new HashMap<>();
    for (Schema current : RecordTypes.ALL) {
      for (Schema writer : released(current.getName())) {
        put(pairs, new Pair(writer, current));
      }
      // Also before its release; and where it is released, the very same schema reads faster.
      put(pairs, new Pair(current, current));
    }
    return pairs;
  }

  private static void put(Map<Long, Pair> pairs, Pair pair) {
    Pair old = pairs.put(SchemaNormalization.parsingFingerprint64(pair.writer()), pair);
    if (old != null && !old.reader().equals(pair.reader())) {
      throw new IllegalStateException(
          pair.writer().getFullName()
              + " and "
              + old.writer().getFullName()
              + " have the same fingerprint. Maybe rename a field of one of them.");
    }
  }

  private static Schema parse(String name, int version) {
    String resource = "/released/" + name + ".v" + version + ".avsc";
    try (InputStream in = WriterSchemas.class.getResourceAsStream(resource)) {
      return in == null ? null : new Schema.Parser().parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
