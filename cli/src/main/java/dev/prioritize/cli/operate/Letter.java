package dev.prioritize.cli.operate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.DeadLetter;
import dev.prioritize.schema.UndecodableRecordException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A dead letter as it is shown. */
record Letter(DeadLetter record) {
  private static final int HEX_BYTES_PER_LINE = 16;

  /** Where the refused record stands, {@code topic-partition@offset}: the letter's name. */
  String position() {
    return record.getSourceTopic()
        + "-"
        + record.getSourcePartition()
        + "@"
        + record.getSourceOffset();
  }

  /** In one line. */
  String line() {
    return Times.of(record.getTimeMillis())
        + "  "
        + position()
        + "  "
        + record.getReason()
        + ": "
        + (record.getField().isEmpty() ? "" : record.getField() + " = ")
        + record.getValue()
        + ": "
        + record.getFix();
  }

  /** With all of the original that was kept, decoded if it can be, and as it is. */
  List<String> full() {
    List<String> lines = new ArrayList<>();
    lines.add(line());
    lines.add("key: " + (record.getKey() == null ? "none" : record.getKey()));
    int length = record.getOriginalLengthBytes();
    lines.add(
        "original: "
            + (length < 0 ? "no value" : length + " bytes, SHA-256 " + record.getOriginalSha256()));
    byte[] original = original();
    if (original.length > 0) {
      lines.add("decoded: " + decoded(original));
      lines.addAll(hex(original));
    }
    if (length > original.length) {
      lines.add("the rest was not kept; it stands in " + position() + " while that is retained");
    }
    return lines;
  }

  private byte[] original() {
    ByteBuffer buffer = record.getOriginal().duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static String decoded(byte[] original) {
    try {
      var value = new AvroCodec().decode(original);
      return value.getSchema().getName() + " " + value;
    } catch (UndecodableRecordException e) {
      return "not possible: " + e.getMessage();
    }
  }

  private static List<String> hex(byte[] bytes) {
    List<String> lines = new ArrayList<>();
    HexFormat format = HexFormat.ofDelimiter(" ");
    for (int from = 0; from < bytes.length; from += HEX_BYTES_PER_LINE) {
      int to = Math.min(bytes.length, from + HEX_BYTES_PER_LINE);
      StringBuilder text = new StringBuilder();
      for (int i = from; i < to; i++) {
        text.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
      }
      lines.add("%06x  %-47s  %s".formatted(from, format.formatHex(bytes, from, to), text));
    }
    return lines;
  }

  /** All of it for programs, the original as hex digits. */
  ObjectNode json() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("timeMillis", record.getTimeMillis())
        .put("position", position())
        .put("topic", record.getSourceTopic())
        .put("partition", record.getSourcePartition())
        .put("offset", record.getSourceOffset())
        .put("key", record.getKey())
        .put("reason", record.getReason().name())
        .put("field", record.getField())
        .put("value", record.getValue())
        .put("fix", record.getFix())
        .put("originalLengthBytes", record.getOriginalLengthBytes())
        .put("originalSha256", record.getOriginalSha256())
        .put("originalHex", HexFormat.of().formatHex(original()));
  }
}
