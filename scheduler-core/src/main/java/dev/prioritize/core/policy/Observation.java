package dev.prioritize.core.policy;

import dev.prioritize.core.state.Job;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What a learned policy is shown at one step of a pass: the candidates in the order of {@code
 * wsaf}, with {@link CandidateFeature} of each, and {@link ClusterFeature} of the pool. Every
 * candidate may be picked: a job that fits starts, one that does not takes the reservation. Where
 * the policy may keep GPUs free, the last candidate is no job but the option to pick no more in
 * this pass. The same state gives the same bits on every machine.
 */
public final class Observation {
  /** Counts the changes of meaning, order or number of features. */
  public static final int VERSION = 1;

  /** No feature is below −{@value} or above {@value}. */
  public static final float BOUND = 4;

  private final List<Job> jobs;
  private final boolean mayWait;
  private final float[] candidates;
  private final float[] cluster;

  /**
   * An observation of these values; they are kept, not copied.
   *
   * @param mayWait whether the last candidate is to wait
   * @param candidates {@link CandidateFeature#COUNT} values of each candidate, one by one
   * @param cluster {@link ClusterFeature#COUNT} values
   */
  public Observation(List<Job> jobs, boolean mayWait, float[] candidates, float[] cluster) {
    this.jobs = List.copyOf(jobs);
    this.mayWait = mayWait;
    this.candidates = candidates;
    this.cluster = cluster;
  }

  /** How many candidates there are, at least 1, to wait included. */
  public int count() {
    return mayWait ? jobs.size() + 1 : jobs.size();
  }

  /** True if the candidate is no job but to pick no more in this pass. */
  public boolean isWait(int candidate) {
    return mayWait && candidate == jobs.size();
  }

  /** The index of the option to wait, or {@link Choice#NONE}. */
  public int waitIndex() {
    return mayWait ? jobs.size() : Choice.NONE;
  }

  /** A candidate that is a job. */
  public Job job(int candidate) {
    return jobs.get(candidate);
  }

  /** The index of the candidate with this id, or {@link Choice#NONE}. */
  public int indexOf(String jobId) {
    for (int i = 0; i < jobs.size(); i++) {
      if (jobs.get(i).id().equals(jobId)) {
        return i;
      }
    }
    return Choice.NONE;
  }

  /** One value of one candidate. */
  public float value(int candidate, CandidateFeature feature) {
    return candidates[candidate * CandidateFeature.COUNT + feature.column()];
  }

  /** One value of the pool. */
  public float value(ClusterFeature feature) {
    return cluster[feature.column()];
  }

  /** All values of the candidates, row by row; live, not to be changed. */
  public float[] candidateValues() {
    return candidates;
  }

  /** All values of the pool; live, not to be changed. */
  public float[] clusterValues() {
    return cluster;
  }

  /** CRC-32C of all values as little-endian floats, the candidates' first. */
  public int hash() {
    ByteBuffer bytes =
        ByteBuffer.allocate(Float.BYTES * (candidates.length + cluster.length))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(candidates).put(cluster);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
