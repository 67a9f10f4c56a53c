package dev.prioritize.stream.mapping;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** What to make of each type of record of one topic; the missing switch over classes. */
final class RecordTable<T> {
  private final Map<Class<?>, Function<SpecificRecord, T>> functions = new HashMap<>();

  <R extends SpecificRecord> RecordTable<T> add(Class<R> type, Function<R, ? extends T> function) {
    functions.put(type, record -> function.apply(type.cast(record)));
    return this;
  }

  T apply(SpecificRecord record) {
    return functionOf(record).apply(record);
  }

  String poolOf(SpecificRecord record) {
    functionOf(record);
    return (String) record.get(record.getSchema().getField("pool").pos());
  }

  /** A field of type long that records of every type of the topic have. */
  static long longOf(SpecificRecord record, String field) {
    return (long) record.get(record.getSchema().getField(field).pos());
  }

  Set<String> typeNames() {
    Set<String> names = new TreeSet<>();
    functions.keySet().forEach(type -> names.add(type.getSimpleName()));
    return names;
  }

  private Function<SpecificRecord, T> functionOf(SpecificRecord record) {
    Function<SpecificRecord, T> function = functions.get(record.getClass());
    if (function == null) {
      throw new IllegalArgumentException(
          "a " + record.getSchema().getName() + " is none of " + typeNames());
    }
    return function;
  }
}
