package dev.prioritize.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.Schema;

/** The record types that are encoded by themselves and outlive the program that wrote them. */
public final class RecordTypes {
  /** Rows of the scheduler's state stores; on no public topic. */
  public static final List<Schema> ROWS =
      List.of(
          JobRow.SCHEMA$,
          NodeRow.SCHEMA$,
          TenantRow.SCHEMA$,
          DurationRow.SCHEMA$,
          PoolCountersRow.SCHEMA$,
          PoolStandingRow.SCHEMA$,
          LaunchSpecRow.SCHEMA$,
          NodeFilterRow.SCHEMA$);

  /** What an exported log is made of; on no topic. */
  public static final List<Schema> FILES = List.of(LogFileEntry.SCHEMA$, LogFileEnd.SCHEMA$);

  /** Every topic's record types, in the order of the topics, then rows and files. */
  public static final List<Schema> ALL = all();

  private RecordTypes() {}

  /** Every schema ever released that records of a topic may have been written with. */
  public static List<Schema> released(Topic topic) {
    List<Schema> released = new ArrayList<>();
    for (Schema type : topic.schemas()) {
      released.addAll(WriterSchemas.released(type.getName()));
    }
    return Collections.unmodifiableList(released);
  }

  private static List<Schema> all() {
    List<Schema> types = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      types.addAll(topic.schemas());
    }
    types.addAll(ROWS);
    types.addAll(FILES);
    return Collections.unmodifiableList(types);
  }
}
