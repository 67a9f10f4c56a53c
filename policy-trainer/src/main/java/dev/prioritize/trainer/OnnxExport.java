package dev.prioritize.trainer;

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
import java.util.Arrays;
import java.util.List;

/**
 * A network as an ONNX graph with any number of candidates: inputs {@code candidates} [n, candidate
 * features] and {@code cluster} [1, cluster features], output {@code scores} [n, 1].
 */
final class OnnxExport {
  /** Version of the operator set. */
  static final int OPSET = 17;

  private static final int IR_VERSION = 8;
  private static final String CANDIDATES = "candidates";
  private static final String CLUSTER = "cluster";
  private static final String SCORES = "scores";

  private final ScorerNetwork network;
  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("scorer");

  private OnnxExport(ScorerNetwork network) {
    this.network = network;
  }

  /** The model file's bytes; the same network gives the same bytes. */
  static byte[] of(ScorerNetwork network) {
    OnnxExport export = new OnnxExport(network);
    export.build();
    return ModelProto.newBuilder()
        .setIrVersion(IR_VERSION)
        .setProducerName("prioritize")
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
        .setGraph(export.graph)
        .build()
        .toByteArray();
  }

  private void build() {
    int x = ScorerNetwork.X;
    int g = ScorerNetwork.G;
    int first = network.first();
    int second = network.second();
    graph
        .addInput(value(CANDIDATES, x))
        .addInput(value(CLUSTER, 1L, g))
        .addOutput(value(SCORES, 1));

    // What all candidates share: pool and mean, with the first layer's bias.
    graph.addNode(
        node("ReduceMean", "mean", CANDIDATES).toBuilder()
            .addAttribute(ints("axes", 0))
            .addAttribute(integer("keepdims", 1)));
    graph.addNode(
        node("Concat", "pool", CLUSTER, "mean").toBuilder().addAttribute(integer("axis", 1)));
    tensor("pool.weights", pooledWeights(), first, g + x);
    tensor("first.bias", slice(network.hiddenBias(0), first), first);
    graph.addNode(gemm("shared", "pool", "pool.weights", "first.bias"));

    tensor("first.weights", slice(network.hiddenX(0), first * x), first, x);
    tensor("no.bias", new float[first], first);
    graph.addNode(gemm("own", CANDIDATES, "first.weights", "no.bias"));
    graph.addNode(node("Add", "first.sum", "own", "shared"));
    graph.addNode(node("Relu", "first", "first.sum"));

    tensor("second.weights", slice(network.second(0), second * first), second, first);
    tensor("second.bias", slice(network.secondBias(0), second), second);
    graph.addNode(gemm("second.sum", "first", "second.weights", "second.bias"));
    graph.addNode(node("Relu", "second", "second.sum"));
    tensor("out.weights", slice(network.out(0), second), second, 1);
    graph.addNode(node("MatMul", "correction", "second", "out.weights"));

    tensor("linear.weights", linear(), x, 1);
    graph.addNode(node("MatMul", "linear", CANDIDATES, "linear.weights"));
    graph.addNode(node("Add", SCORES, "linear", "correction"));
  }

  private float[] linear() {
    float[] linear = slice(0, ScorerNetwork.X);
    linear[CandidateFeature.WEIGHTED_AREA.column()] += ScorerNetwork.KEY_SCALE;
    return linear;
  }

  /** Row by row the pool's weights, then the mean's. */
  private float[] pooledWeights() {
    int g = ScorerNetwork.G;
    int x = ScorerNetwork.X;
    float[] weights = new float[network.first() * (g + x)];
    for (int unit = 0; unit < network.first(); unit++) {
      System.arraycopy(network.parameters(), network.hiddenG(unit), weights, unit * (g + x), g);
      System.arraycopy(network.parameters(), network.hiddenM(unit), weights, unit * (g + x) + g, x);
    }
    return weights;
  }

  private float[] slice(int from, int count) {
    return Arrays.copyOfRange(network.parameters(), from, from + count);
  }

  private void tensor(String name, float[] values, long... dims) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder().setName(name).setDataType(TensorProto.DataType.FLOAT.getNumber());
    for (long dim : dims) {
      tensor.addDims(dim);
    }
    for (float value : values) {
      tensor.addFloatData(value);
    }
    graph.addInitializer(tensor);
  }

  /** Weights are stored row by output, as the network has them. */
  private static NodeProto gemm(String output, String input, String weights, String bias) {
    return node("Gemm", output, input, weights, bias).toBuilder()
        .addAttribute(integer("transB", 1))
        .build();
  }

  private static NodeProto node(String operator, String output, String... inputs) {
    return NodeProto.newBuilder()
        .setName(output)
        .setOpType(operator)
        .addAllInput(List.of(inputs))
        .addOutput(output)
        .build();
  }

  private static AttributeProto integer(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value)
        .build();
  }

  private static AttributeProto ints(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INTS)
        .addInts(value)
        .build();
  }

  /** Any number of rows. */
  private static ValueInfoProto value(String name, long columns) {
    return value(name, TensorShapeProto.Dimension.newBuilder().setDimParam("n").build(), columns);
  }

  private static ValueInfoProto value(String name, long rows, long columns) {
    return value(name, TensorShapeProto.Dimension.newBuilder().setDimValue(rows).build(), columns);
  }

  private static ValueInfoProto value(String name, TensorShapeProto.Dimension rows, long columns) {
    return ValueInfoProto.newBuilder()
        .setName(name)
        .setType(
            TypeProto.newBuilder()
                .setTensorType(
                    TypeProto.Tensor.newBuilder()
                        .setElemType(TensorProto.DataType.FLOAT.getNumber())
                        .setShape(
                            TensorShapeProto.newBuilder()
                                .addDim(rows)
                                .addDim(
                                    TensorShapeProto.Dimension.newBuilder().setDimValue(columns)))))
        .build();
  }
}
