package dev.prioritize.core.state;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * A pool's whole state in 64 letters: equal states have equal digests, on every machine.
 *
 * <p>The digest is the SHA-256 of the state without its jobs and nodes, in the encoding of {@link
 * CanonicalEncoder}, followed by the SHA-256 of each job in the same encoding, by job id, and of
 * each node, in order of registration. Most jobs of a large pool have long ended, and few nodes
 * change: those that are still what they were at the last call are not encoded again.
 *
 * <p>Not thread-safe.
 */
public final class StateDigester {
  private static final int HASH_BYTES = 32;

  private final Hashes<Job> jobs = new Hashes<>(Comparator.comparing(Job::id));
  private final Hashes<NodeEntry> nodes = new Hashes<>(Comparator.comparingInt(NodeEntry::order));

  /** One that has seen no state yet. */
  public StateDigester() {}

  /**
   * The digest of a state; the same whatever was digested before.
   *
   * @param snapshot of {@link Pool#snapshot()}, whose lists have one fixed order
   * @return 64 lower-case hex digits
   */
  public String sha256(PoolSnapshot snapshot) {
    MessageDigest digest = newSha256();
    CanonicalEncoder encoder = new CanonicalEncoder(digest::update);
    encoder.write(withoutJobsAndNodes(snapshot));
    encoder.flush();
    digest.update(jobs.of(snapshot.jobs()));
    digest.update(nodes.of(snapshot.nodes()));
    return HexFormat.of().formatHex(digest.digest());
  }

  private static PoolSnapshot withoutJobsAndNodes(PoolSnapshot snapshot) {
    return new PoolSnapshot(
        snapshot.counters(),
        snapshot.standing(),
        List.of(),
        List.of(),
        snapshot.tenants(),
        snapshot.durations());
  }

  /** The SHA-256 of each item of a list, as long as the items stay what they are. */
  private static final class Hashes<T> {
    private final Comparator<T> order;
    private final MessageDigest ofItem = newSha256();
    private final CanonicalEncoder encoder = new CanonicalEncoder(ofItem::update);
    private List<T> last = List.of();
    private byte[] lastHashes = {};

    /**
     * Of lists that are sorted.
     *
     * @param order that no two items share a place in
     */
    Hashes(Comparator<T> order) {
      this.order = order;
    }

    /** Both lists are sorted, so one walk finds each item in the last one. */
    byte[] of(List<T> items) {
      byte[] hashes = new byte[HASH_BYTES * items.size()];
      int at = 0;
      for (int i = 0; i < items.size(); i++) {
        T item = items.get(i);
        while (at < last.size() && order.compare(last.get(at), item) < 0) {
          at++;
        }
        if (at < last.size() && last.get(at).equals(item)) {
          System.arraycopy(lastHashes, HASH_BYTES * at, hashes, HASH_BYTES * i, HASH_BYTES);
        } else {
          hash(item, hashes, HASH_BYTES * i);
        }
      }
      last = items;
      lastHashes = hashes;
      return hashes;
    }

    private void hash(T item, byte[] hashes, int at) {
      encoder.write(item);
      encoder.flush();
      try {
        ofItem.digest(hashes, at, HASH_BYTES);
      } catch (DigestException e) {
        throw new IllegalStateException("a SHA-256 has 32 bytes", e);
      }
    }
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
