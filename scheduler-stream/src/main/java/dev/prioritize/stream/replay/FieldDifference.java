package dev.prioritize.stream.replay;

import java.util.List;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;

/**
 * Where two records of one type differ first.
 *
 * @param path such as {@code tasks[0].gpuUuids[1]}
 * @param logged the log's value as text, cut if long
 * @param replayed the replay's value as text, cut if long
 */
record FieldDifference(String path, String logged, String replayed) {
  private static final int MAX_VALUE_CHARS = 200;
  private static final Object NOTHING =
      new Object() {
        @Override
        public String toString() {
          return "nothing";
        }
      };

  /** The first difference in the order of the schema's fields, or null if there is none. */
  static FieldDifference first(SpecificRecord logged, SpecificRecord replayed) {
    return ofRecords("", logged, replayed);
  }

  private static FieldDifference of(String path, Object logged, Object replayed) {
    if (logged instanceof IndexedRecord a && replayed instanceof IndexedRecord b) {
      return ofRecords(path + ".", a, b);
    }
    if (logged instanceof List<?> a && replayed instanceof List<?> b) {
      return ofLists(path, a, b);
    }
    boolean same = logged == null ? replayed == null : logged.equals(replayed);
    return same ? null : new FieldDifference(path, text(logged), text(replayed));
  }

  private static FieldDifference ofRecords(String prefix, IndexedRecord a, IndexedRecord b) {
    for (var field : a.getSchema().getFields()) {
      FieldDifference found = of(prefix + field.name(), a.get(field.pos()), b.get(field.pos()));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static FieldDifference ofLists(String path, List<?> a, List<?> b) {
    for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
      Object logged = i < a.size() ? a.get(i) : NOTHING;
      Object replayed = i < b.size() ? b.get(i) : NOTHING;
      FieldDifference found = of(path + "[" + i + "]", logged, replayed);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static String text(Object value) {
    String text = value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    text = text.replaceAll("\\p{Cntrl}", "?");
    return text.length() <= MAX_VALUE_CHARS ? text : text.substring(0, MAX_VALUE_CHARS) + "…";
  }
}
