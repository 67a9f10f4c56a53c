package dev.prioritize.core.state;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A pool's whole state in 64 letters: equal states have equal digests, on every machine. */
public final class StateDigester {
  private StateDigester() {}

  /**
   * SHA-256 of the state in the encoding of {@link CanonicalEncoder}.
   *
   * @param snapshot of {@link Pool#snapshot()}, whose lists have one fixed order
   * @return 64 lower-case hex digits
   */
  public static String sha256(PoolSnapshot snapshot) {
    MessageDigest digest = newSha256();
    CanonicalEncoder encoder = new CanonicalEncoder(digest::update);
    encoder.write(snapshot);
    encoder.flush();
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
