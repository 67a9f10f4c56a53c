package dev.prioritize.core.state;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Values to bytes for digests: different values never give the same bytes. Records are taken apart
 * by reflection, so that a component added later is never forgotten.
 *
 * <pre>
 * value   = 'I' int64                       int, long
 *         | 'T' | 'F'                       boolean
 *         | 'S' int32 bytes                 String: length in bytes, UTF-8
 *         | 'E' int32 bytes                 enum constant: its name, as a String
 *         | 'L' int32 value*                List: how many, each
 *         | 'R' (int8 name value)* 0        record: components sorted by name; length of the name
 *         | 'N'                             null
 * </pre>
 *
 * <p>Integers are big endian. A component that holds the {@link RecordComponents.Component#isBlank
 * blank} of its type is left out: so one that is added later, blank where it is not used, changes
 * no digest of an older log. Its name and meaning are part of the rules: whoever changes them
 * raises {@code Engine.RULES_VERSION}.
 *
 * <p>Not thread-safe.
 */
final class CanonicalEncoder {
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int INT_BYTES = 4;
  private static final int LONG_BYTES = 8;
  private static final byte END_OF_RECORD = 0;

  /** Where the bytes go. */
  @FunctionalInterface
  interface Output {
    void write(byte[] bytes, int offset, int length);
  }

  private final Output output;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int filled;

  CanonicalEncoder(Output output) {
    this.output = output;
  }

  /**
   * Adds a value.
   *
   * @throws IllegalArgumentException if it is, or holds, something that the encoding does not know
   */
  void write(Object value) {
    if (value == null) {
      put((byte) 'N');
    } else if (value instanceof Record record) {
      putRecord(record);
    } else if (value instanceof String text) {
      putText('S', text);
    } else if (value instanceof Long || value instanceof Integer) {
      put((byte) 'I');
      putLong(((Number) value).longValue());
    } else if (value instanceof Enum<?> constant) {
      putText('E', constant.name());
    } else if (value instanceof List<?> list) {
      putList(list);
    } else if (value instanceof Boolean truth) {
      put((byte) (truth ? 'T' : 'F'));
    } else {
      throw new IllegalArgumentException(
          "state cannot hold a " + value.getClass().getName() + ": it has no canonical encoding");
    }
  }

  /** Hands on what is still in the buffer. */
  void flush() {
    output.write(buffer, 0, filled);
    filled = 0;
  }

  private void putRecord(Record record) {
    put((byte) 'R');
    for (RecordComponents.Component component : RecordComponents.of(record.getClass())) {
      Object value = component.valueOf(record);
      if (!component.isBlank(value)) {
        putBytes(component.prefixedName());
        write(value);
      }
    }
    put(END_OF_RECORD);
  }

  private void putList(List<?> list) {
    put((byte) 'L');
    putInt(list.size());
    for (Object item : list) {
      write(item);
    }
  }

  private void putText(char tag, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put((byte) tag);
    putInt(bytes.length);
    putBytes(bytes);
  }

  private void put(byte value) {
    reserve(1);
    buffer[filled++] = value;
  }

  private void putInt(int value) {
    reserve(INT_BYTES);
    for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      buffer[filled++] = (byte) (value >>> shift);
    }
  }

  private void putLong(long value) {
    reserve(LONG_BYTES);
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      buffer[filled++] = (byte) (value >>> shift);
    }
  }

  private void putBytes(byte[] bytes) {
    if (bytes.length > BUFFER_BYTES) {
      flush();
      output.write(bytes, 0, bytes.length);
      return;
    }
    reserve(bytes.length);
    System.arraycopy(bytes, 0, buffer, filled, bytes.length);
    filled += bytes.length;
  }

  private void reserve(int bytes) {
    if (filled + bytes > BUFFER_BYTES) {
      flush();
    }
  }
}
