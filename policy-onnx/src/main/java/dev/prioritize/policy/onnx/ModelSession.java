package dev.prioritize.policy.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.ClusterFeature;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A session of ONNX Runtime with the memory that it reads and writes, which is used again and
 * again: nothing is allocated here once each number of candidates has come up.
 *
 * <p>For one thread at a time, except {@link #cancel}.
 */
final class ModelSession implements AutoCloseable {
  /** A full window, and to wait. */
  static final int MAX_CANDIDATES = LearnedRules.MAX_WINDOW + 1;

  static final String CANDIDATES = "candidates";
  static final String CLUSTER = "cluster";
  static final String SCORES = "scores";

  private static final Set<String> NOT_PINNED = Set.of();

  private final OrtEnvironment environment;
  private final OrtSession session;
  private final OrtSession.RunOptions options;
  private final FloatBuffer candidates = floats(MAX_CANDIDATES * CandidateFeature.COUNT);
  private final FloatBuffer cluster = floats(ClusterFeature.COUNT);
  private final FloatBuffer scores = floats(MAX_CANDIDATES);
  private final OnnxTensor clusterTensor;

  /** By number of candidates. */
  private final Binding[] bindings = new Binding[MAX_CANDIDATES + 1];

  /** The memory as tensors of one number of candidates. */
  private record Binding(Map<String, OnnxTensor> inputs, Map<String, OnnxTensor> outputs) {}

  /** Takes over the session. */
  ModelSession(OrtEnvironment environment, OrtSession session) throws OrtException {
    this.environment = environment;
    this.session = session;
    options = new OrtSession.RunOptions();
    clusterTensor =
        OnnxTensor.createTensor(environment, cluster, new long[] {1, ClusterFeature.COUNT});
  }

  private static FloatBuffer floats(int count) {
    return ByteBuffer.allocateDirect(count * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  OrtSession session() {
    return session;
  }

  /**
   * Sets what the next {@link #run} is about.
   *
   * @param candidateValues {@link CandidateFeature#COUNT} of each candidate, of at most {@link
   *     #MAX_CANDIDATES}
   */
  void put(float[] candidateValues, float[] clusterValues) {
    candidates.put(0, candidateValues);
    cluster.put(0, clusterValues);
  }

  /** Scores the first candidates, which takes as long as it takes. */
  void run(int count) throws OrtException {
    if (bindings[count] == null) {
      bindings[count] = bind(count);
    }
    options.setTerminate(false);
    session.run(bindings[count].inputs, NOT_PINNED, bindings[count].outputs, options).close();
  }

  private Binding bind(int count) throws OrtException {
    Map<String, OnnxTensor> inputs = new LinkedHashMap<>();
    inputs.put(CANDIDATES, tensor(candidates, count, CandidateFeature.COUNT));
    inputs.put(CLUSTER, clusterTensor);
    return new Binding(inputs, Map.of(SCORES, tensor(scores, count, 1)));
  }

  private OnnxTensor tensor(FloatBuffer values, int rows, int columns) throws OrtException {
    return OnnxTensor.createTensor(
        environment, values.slice(0, rows * columns), new long[] {rows, columns});
  }

  /** Makes a {@link #run} that another thread is in end soon, by an exception. */
  void cancel() {
    try {
      options.setTerminate(true);
    } catch (OrtException e) {
      throw new IllegalStateException("options of a run cannot be set", e); // closed: our fault
    }
  }

  /** Copies the scores of the last run. */
  void copyScores(float[] to, int count) {
    scores.get(0, to, 0, count);
  }

  @Override
  public void close() {
    for (Binding binding : bindings) {
      if (binding != null) {
        binding.inputs.get(CANDIDATES).close();
        binding.outputs.get(SCORES).close();
      }
    }
    clusterTensor.close();
    options.close();
    try {
      session.close();
    } catch (OrtException e) {
      throw new IllegalStateException("a session cannot be closed", e); // closed twice: our fault
    }
  }
}
