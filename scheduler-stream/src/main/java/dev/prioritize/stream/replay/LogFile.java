package dev.prioritize.stream.replay;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What writer and reader of a log file agree on. The file is an Avro object container file of
 * {@code LogFileEntry}; its metadata holds the keys below. Every schema that a record in it may
 * have been written with is among them, so that it can be read without this program: a record
 * begins with C3 01 and its schema's CRC-64-AVRO fingerprint.
 */
final class LogFile {
  static final String FORMAT_KEY = "prioritize.format";

  /** Raised when a reader of the last version could not read the file any more. */
  static final String FORMAT = "1";

  static final String POOL_KEY = "prioritize.pool";
  static final String VERSION_KEY = "prioritize.version";

  /** A JSON array. */
  static final String SCHEMAS_KEY = "prioritize.schemas";

  private static final byte COMMAND = 0;
  private static final byte EVENT = 1;

  private LogFile() {}

  /** Counts and hashes entries, as {@code LogFileEnd} tells of them. */
  static final class Sum {
    private final MessageDigest sha256 = newSha256();
    private final ByteBuffer head = ByteBuffer.allocate(1 + Integer.BYTES);
    private long commands;
    private long events;

    void command(byte[] record) {
      add(COMMAND, record);
      commands++;
    }

    void event(byte[] record) {
      add(EVENT, record);
      events++;
    }

    long commands() {
      return commands;
    }

    long events() {
      return events;
    }

    /** Of all so far; to be called once. */
    String sha256() {
      return HexFormat.of().formatHex(sha256.digest());
    }

    private void add(byte kind, byte[] record) {
      head.clear().put(kind).putInt(record.length).flip();
      sha256.update(head);
      sha256.update(record);
    }

    private static MessageDigest newSha256() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }
}
