package dev.prioritize.policy.onnx;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import ai.onnxruntime.providers.OrtCUDAProviderOptions;
import dev.prioritize.core.model.Substitution.Reason;
import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.ClusterFeature;
import dev.prioritize.core.policy.Observation;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/**
 * Makes a model ready, step by step, and says at which step it fails: manifest read; features
 * known; file as the manifest says; accepted by ONNX Runtime; inputs and output as they must be;
 * finite scores for a made-up observation.
 */
final class ModelLoader {
  private static final int TRIAL_CANDIDATES = 3;
  private static final int ANY = -1;

  private final ModelSource source;
  private final Provider wanted;

  ModelLoader(ModelSource source, Provider wanted) {
    this.source = source;
    this.wanted = wanted;
  }

  /** Takes milliseconds on the CPU, seconds on CUDA, and as long as the model is slow. */
  LoadedModel load() throws ModelException {
    ModelManifest manifest = ModelManifest.read(source);
    if (manifest.observationVersion() != Observation.VERSION) {
      throw new ModelException(
          Reason.FEATURES_UNKNOWN,
          "%s: expected observationVersion %d, found %d"
              .formatted(
                  source.name(ModelSource.MANIFEST),
                  Observation.VERSION,
                  manifest.observationVersion()));
    }
    byte[] model = source.read(ModelSource.MODEL);
    String sha256 = sha256(model);
    if (!sha256.equals(manifest.sha256())) {
      throw new ModelException(
          Reason.MODEL_ALTERED,
          "%s: expected SHA-256 %s by its manifest, found %s"
              .formatted(source.name(ModelSource.MODEL), manifest.sha256(), sha256));
    }
    return open(manifest, model);
  }

  static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private LoadedModel open(ModelManifest manifest, byte[] model) throws ModelException {
    String whyCpu = "";
    if (wanted != Provider.CPU) {
      try {
        return new LoadedModel(manifest, session(model, true), Provider.CUDA, "");
      } catch (OrtException e) {
        whyCpu = "CUDA does not work here: " + oneLine(e);
      }
    }
    ModelSession onCpu;
    try {
      onCpu = session(model, false);
    } catch (OrtException e) {
      throw new ModelException(
          Reason.MODEL_ALTERED,
          "%s: expected a model that ONNX Runtime %s can run, found: %s"
              .formatted(source.name(ModelSource.MODEL), environment().getVersion(), oneLine(e)),
          e);
    }
    if (wanted == Provider.CUDA) {
      onCpu.close();
      throw new ModelException(
          Reason.PROVIDER_UNAVAILABLE,
          "model.provider: expected cuda to work, as it was asked for, found: " + whyCpu);
    }
    return new LoadedModel(manifest, onCpu, Provider.CPU, whyCpu);
  }

  /** A session that has scored something. */
  private ModelSession session(byte[] model, boolean onCuda) throws ModelException, OrtException {
    ModelSession session = new ModelSession(environment(), create(model, onCuda));
    boolean works = false;
    try {
      checkContract(session.session());
      checkScores(session);
      works = true;
      return session;
    } finally {
      if (!works) {
        session.close();
      }
    }
  }

  private static OrtEnvironment environment() {
    // What it has to say comes as exceptions too.
    return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "prioritize");
  }

  private static OrtSession create(byte[] model, boolean onCuda) throws OrtException {
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
      // Networks of this size are slower on two threads.
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      if (onCuda) {
        try (OrtCUDAProviderOptions cuda = new OrtCUDAProviderOptions(0)) {
          options.addCUDA(cuda);
          return environment().createSession(model, options);
        }
      }
      return environment().createSession(model, options);
    }
  }

  private void checkContract(OrtSession session) throws ModelException, OrtException {
    Map<String, NodeInfo> inputs = session.getInputInfo();
    Map<String, NodeInfo> outputs = session.getOutputInfo();
    checkTensor(inputs, "input", ModelSession.CANDIDATES, ANY, CandidateFeature.COUNT);
    checkTensor(inputs, "input", ModelSession.CLUSTER, 1, ClusterFeature.COUNT);
    checkTensor(outputs, "output", ModelSession.SCORES, ANY, 1);
    if (inputs.size() != 2 || outputs.size() != 1) {
      throw new ModelException(
          Reason.FEATURES_UNKNOWN,
          "%s: expected two inputs and one output, found %s and %s"
              .formatted(source.name(ModelSource.MODEL), inputs.keySet(), outputs.keySet()));
    }
  }

  private void checkTensor(
      Map<String, NodeInfo> nodes, String kind, String name, int rows, int columns)
      throws ModelException {
    String expected =
        "%s: expected the %s %s as float[%s, %d]"
            .formatted(
                source.name(ModelSource.MODEL), kind, name, rows == ANY ? "n" : rows, columns);
    NodeInfo node = nodes.get(name);
    if (node == null) {
      throw new ModelException(Reason.FEATURES_UNKNOWN, expected + ", found " + nodes.keySet());
    }
    if (!(node.getInfo() instanceof TensorInfo tensor)) {
      throw new ModelException(Reason.FEATURES_UNKNOWN, expected + ", found " + node.getInfo());
    }
    if (tensor.type != OnnxJavaType.FLOAT
        || !Arrays.equals(tensor.getShape(), new long[] {rows, columns})) {
      throw new ModelException(
          Reason.FEATURES_UNKNOWN,
          "%s, found %s%s with -1 for n"
              .formatted(
                  expected,
                  tensor.type.name().toLowerCase(Locale.ROOT),
                  Arrays.toString(tensor.getShape())));
    }
  }

  private void checkScores(ModelSession session) throws ModelException, OrtException {
    session.put(madeUp(TRIAL_CANDIDATES * CandidateFeature.COUNT), madeUp(ClusterFeature.COUNT));
    session.run(TRIAL_CANDIDATES);
    float[] scores = new float[TRIAL_CANDIDATES];
    session.copyScores(scores, TRIAL_CANDIDATES);
    if (Choice.highest(scores, TRIAL_CANDIDATES) instanceof Choice.Failed failed) {
      throw new ModelException(
          failed.reason(),
          "%s, tried out: %s".formatted(source.name(ModelSource.MODEL), failed.detail()));
    }
  }

  /** Values all over the range of features. */
  private static float[] madeUp(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = Observation.BOUND * (i % 17 - 8) / 8;
    }
    return values;
  }

  static String oneLine(Exception e) {
    String message = String.valueOf(e.getMessage()).strip();
    return message.lines().findFirst().orElse(e.getClass().getSimpleName());
  }
}
