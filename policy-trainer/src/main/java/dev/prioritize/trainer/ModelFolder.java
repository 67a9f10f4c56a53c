package dev.prioritize.trainer;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.prioritize.core.policy.Observation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** A model as it is shipped: the ONNX file, and the manifest that tells what it is. */
final class ModelFolder {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /**
   * What is told of a model for people.
   *
   * @param name of the model, not empty
   * @param version of the model, at least 1
   * @param trainingData slices and generators
   * @param seeds of the training
   * @param commit of the sources that trained it
   * @param created when, in UTC
   */
  record About(
      String name,
      int version,
      List<String> trainingData,
      List<Integer> seeds,
      String commit,
      String created) {}

  private ModelFolder() {}

  /** Writes both files; the manifest last, since it vouches for the other. */
  static void write(Path folder, ScorerNetwork network, About about) {
    byte[] model = OnnxExport.of(network);
    ObjectNode manifest = MAPPER.createObjectNode();
    manifest
        .put("name", about.name())
        .put("version", about.version())
        .put("sha256", sha256(model))
        .put("opset", OnnxExport.OPSET)
        .put("observationVersion", Observation.VERSION)
        .put(
            "network",
            "-8 x WEIGHTED_AREA + linear + "
                + network.first()
                + "-"
                + network.second()
                + " ReLU correction over candidate, pool and mean of candidates")
        .put("commit", about.commit())
        .put("created", about.created());
    about.trainingData().forEach(manifest.putArray("trainingData")::add);
    about.seeds().forEach(manifest.putArray("seeds")::add);
    manifest.putObject("validation");
    try {
      Files.createDirectories(folder);
      Files.write(folder.resolve("model.onnx"), model);
      MAPPER
          .writerWithDefaultPrettyPrinter()
          .writeValue(folder.resolve("manifest.json").toFile(), manifest);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the model to " + folder, e);
    }
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
