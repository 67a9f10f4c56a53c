package dev.prioritize.policy.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.prioritize.core.policy.CandidateFeature;
import dev.prioritize.core.policy.ClusterFeature;
import dev.prioritize.core.policy.Observation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Small models made by hand, and folders of them. */
public final class TestModels {
  private static final int OPSET = 17;
  private static final int IR_VERSION = 8;

  /** Multiplications of the slow model: with the side below, about two seconds. */
  private static final int SLOW_STEPS = 24;

  private static final int SLOW_SIDE = 1_200;

  private TestModels() {}

  /** Scores −8 × the weighted area: picks what {@code wsaf} picks. */
  public static byte[] weightedArea() {
    return model(linear(oneHot(-8)));
  }

  /** The opposite of {@link #weightedArea}. */
  public static byte[] reversed() {
    return model(linear(oneHot(8)));
  }

  /** One weight is NaN. */
  static byte[] withNan() {
    return model(linear(oneHot(Float.NaN)));
  }

  /** Finite for usual features, but 1 ÷ 0 for a candidate whose weighted area is 0. */
  static byte[] infiniteForZeroArea() {
    return model(
        linear(oneHot(1))
            .setOutput(0, output("area"))
            .clearNode()
            .addNode(node("MatMul", List.of("candidates", "weights"), "area"))
            .addNode(node("Reciprocal", List.of("area"), "scores"))
            .setOutput(0, output("scores")));
  }

  /** Correct, but takes about two seconds for an answer. */
  static byte[] slow() {
    GraphProto.Builder graph = linear(oneHot(-8)).clearNode();
    // A matrix that depends on the input, or it would all be computed when the model is loaded.
    graph
        .addNode(node("MatMul", List.of("candidates", "weights"), "area"))
        .addNode(
            node("ReduceSum", List.of("cluster"), "sum").toBuilder()
                .addAttribute(
                    AttributeProto.newBuilder()
                        .setName("keepdims")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(1))
                .build())
        .addInitializer(
            TensorProto.newBuilder()
                .setName("side")
                .setDataType(TensorProto.DataType.INT64.getNumber())
                .addDims(2)
                .addInt64Data(SLOW_SIDE)
                .addInt64Data(SLOW_SIDE))
        .addInitializer(floats("tiny", List.of(1L, 1L), new float[] {1e-6f}))
        .addNode(node("Mul", List.of("sum", "tiny"), "small"))
        .addNode(node("Expand", List.of("small", "side"), "m0"));
    for (int i = 0; i < SLOW_STEPS; i++) {
      graph.addNode(node("MatMul", List.of("m" + i, "m0"), "m" + (i + 1)));
    }
    graph
        .addNode(
            node("ReduceMean", List.of("m" + SLOW_STEPS), "mean").toBuilder()
                .addAttribute(
                    AttributeProto.newBuilder()
                        .setName("keepdims")
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(1))
                .build())
        .addInitializer(floats("nothing", List.of(1L, 1L), new float[] {0}))
        .addNode(node("Mul", List.of("mean", "nothing"), "zero"))
        .addNode(node("Add", List.of("area", "zero"), "scores"));
    return model(graph);
  }

  /** Calls its first input by another name. */
  static byte[] withInputNamed(String name) {
    return model(
        linear(oneHot(-8))
            .setInput(0, input(name, null, CandidateFeature.COUNT))
            .clearNode()
            .addNode(node("MatMul", List.of(name, "weights"), "scores")));
  }

  /** Calls its output by another name. */
  static byte[] withOutputNamed(String name) {
    return model(
        linear(oneHot(-8))
            .setOutput(0, output(name))
            .clearNode()
            .addNode(node("MatMul", List.of("candidates", "weights"), name)));
  }

  /** Wants so many features of each candidate. */
  static byte[] withFeatures(int count) {
    float[] weights = new float[count];
    weights[0] = -8;
    return model(linear(weights));
  }

  /** Takes only so many candidates. */
  static byte[] withFixedCandidates(long count) {
    return model(
        linear(oneHot(-8)).setInput(0, input("candidates", count, CandidateFeature.COUNT)));
  }

  private static float[] oneHot(float weight) {
    float[] weights = new float[CandidateFeature.COUNT];
    weights[CandidateFeature.WEIGHTED_AREA.column()] = weight;
    return weights;
  }

  private static GraphProto.Builder linear(float[] weights) {
    return GraphProto.newBuilder()
        .setName("scorer")
        .addInput(input("candidates", null, weights.length))
        .addInput(input("cluster", 1L, ClusterFeature.COUNT))
        .addOutput(output("scores"))
        .addInitializer(floats("weights", List.of((long) weights.length, 1L), weights))
        .addNode(node("MatMul", List.of("candidates", "weights"), "scores"));
  }

  private static TensorProto floats(String name, List<Long> dims, float[] values) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setName(name)
            .setDataType(TensorProto.DataType.FLOAT.getNumber())
            .addAllDims(dims);
    for (float value : values) {
      tensor.addFloatData(value);
    }
    return tensor.build();
  }

  private static NodeProto node(String operator, List<String> inputs, String output) {
    return NodeProto.newBuilder()
        .setName(output + "-node")
        .setOpType(operator)
        .addAllInput(inputs)
        .addOutput(output)
        .build();
  }

  private static ValueInfoProto output(String name) {
    return input(name, null, 1);
  }

  /** Rows may be null for any number. */
  private static ValueInfoProto input(String name, Long rows, long columns) {
    TensorShapeProto.Dimension.Builder first = TensorShapeProto.Dimension.newBuilder();
    if (rows == null) {
      first.setDimParam("n");
    } else {
      first.setDimValue(rows);
    }
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder()
                        .setElemType(TensorProto.DataType.FLOAT.getNumber())
                        .setShape(
                            TensorShapeProto.newBuilder()
                                .addDim(first)
                                .addDim(
                                    TensorShapeProto.Dimension.newBuilder().setDimValue(columns)))))
        .build();
  }

  private static byte[] model(GraphProto.Builder graph) {
    return ModelProto.newBuilder()
        .setIrVersion(IR_VERSION)
        .setProducerName("prioritize-tests")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
        .setGraph(graph)
        .build()
        .toByteArray();
  }

  /** Writes a model with a manifest that fits it. */
  public static void write(Path folder, byte[] model, int version) {
    write(folder, model, manifest(version, ModelLoader.sha256(model), Observation.VERSION));
  }

  static void write(Path folder, byte[] model, String manifest) {
    try {
      Files.createDirectories(folder);
      Files.write(folder.resolve(ModelSource.MODEL), model);
      Files.writeString(folder.resolve(ModelSource.MANIFEST), manifest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String manifest(int version, String sha256, int observationVersion) {
    return """
        {
          "name": "test",
          "version": %d,
          "sha256": "%s",
          "opset": %d,
          "observationVersion": %d,
          "network": "one weight",
          "trainingData": [],
          "seeds": [],
          "commit": "",
          "created": "2026-01-01T00:00:00Z",
          "validation": {}
        }
        """
        .formatted(version, sha256, OPSET, observationVersion);
  }

  static byte[] firstHalf(byte[] content) {
    return Arrays.copyOf(content, content.length / 2);
  }
}
