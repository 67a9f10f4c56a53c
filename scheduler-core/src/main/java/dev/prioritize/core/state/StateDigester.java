package dev.prioritize.core.state;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A pool's whole state in 64 letters: equal states have equal digests, on every machine.
 *
 * <p>The digest is the SHA-256 of the state without its jobs, in the encoding of {@link
 * CanonicalEncoder}, followed by the SHA-256 of each job in the same encoding, by job id. Most jobs
 * of a large pool have long ended: those that are still what they were at the last call are not
 * encoded again.
 *
 * <p>Not thread-safe.
 */
public final class StateDigester {
  private static final int HASH_BYTES = 32;

  private final MessageDigest ofJob = newSha256();
  private final CanonicalEncoder jobEncoder = new CanonicalEncoder(ofJob::update);
  private List<Job> lastJobs = List.of();
  private byte[] lastHashes = {};

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
    encoder.write(withoutJobs(snapshot));
    encoder.flush();
    lastHashes = hashesOf(snapshot.jobs());
    lastJobs = snapshot.jobs();
    digest.update(lastHashes);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static PoolSnapshot withoutJobs(PoolSnapshot snapshot) {
    return new PoolSnapshot(
        snapshot.counters(),
        snapshot.standing(),
        List.of(),
        snapshot.nodes(),
        snapshot.tenants(),
        snapshot.durations());
  }

  /** Both lists are sorted by id, so one walk finds each job in the last one. */
  private byte[] hashesOf(List<Job> jobs) {
    byte[] hashes = new byte[HASH_BYTES * jobs.size()];
    int last = 0;
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      while (last < lastJobs.size() && lastJobs.get(last).id().compareTo(job.id()) < 0) {
        last++;
      }
      if (last < lastJobs.size() && lastJobs.get(last).equals(job)) {
        System.arraycopy(lastHashes, HASH_BYTES * last, hashes, HASH_BYTES * i, HASH_BYTES);
      } else {
        hash(job, hashes, HASH_BYTES * i);
      }
    }
    return hashes;
  }

  private void hash(Job job, byte[] hashes, int at) {
    jobEncoder.write(job);
    jobEncoder.flush();
    try {
      ofJob.digest(hashes, at, HASH_BYTES);
    } catch (DigestException e) {
      throw new IllegalStateException("a SHA-256 has 32 bytes", e);
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
