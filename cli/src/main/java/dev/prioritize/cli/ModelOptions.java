package dev.prioritize.cli;

import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.policy.onnx.ModelCatalog;
import dev.prioritize.policy.onnx.ModelException;
import dev.prioritize.policy.onnx.ModelSettings;
import dev.prioritize.policy.onnx.ModelSource;
import dev.prioritize.policy.onnx.OnnxPolicy;
import dev.prioritize.policy.onnx.Provider;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Which model the learned policy decides with, in a command that decides by itself. Nobody waits
 * there, so a model has all the time that it needs; and one that does not work ends the command,
 * since the substitute's picks would be taken for the model's.
 */
public final class ModelOptions {
  @Option(
      names = "--model",
      paramLabel = "FOLDER",
      description =
          "The model of the policy drl: a folder with model.onnx and manifest.json. Default: the one"
              + " that Prioritize comes with.")
  private Path folder;

  @Option(
      names = "--model-provider",
      paramLabel = "NAME",
      defaultValue = "cpu",
      description = "What it runs by: cpu, cuda, or auto (CUDA if that works). Default: cpu.")
  private Provider provider;

  /** All policies, for one thread; finding the learned one fails if its model does not work. */
  public PolicyCatalog catalog() {
    return new WorkingModels(ModelCatalog.ofOne(source(), settings()));
  }

  /** The same for several threads. */
  public PolicyCatalog catalogOfThreads() {
    return new CatalogPerThread(this::catalog);
  }

  /**
   * The models that a log's configurations name, as far as they are here; for one thread.
   *
   * @param modelDir where they are, unless one was named on the command line
   */
  PolicyCatalog recordedModels(Path modelDir) {
    return folder == null
        ? ModelCatalog.in(modelDir, settings())
        : ModelCatalog.ofOne(source(), settings());
  }

  /**
   * Tries the model out before a long run, if that needs it.
   *
   * @param policy name of the policy that is to decide
   * @throws CommandFailure if it is the learned one and its model does not work
   */
  public void requireWorking(String policy) {
    if (policy.equals(LearnedPolicy.NAME)) {
      try (OnnxPolicy tried = new OnnxPolicy(source(), settings())) {
        requireWorking(tried);
      }
    }
  }

  static void requireWorking(OnnxPolicy policy) {
    Optional<ModelException> failure = policy.failure();
    if (failure.isPresent()) {
      throw new CommandFailure(
          "the policy drl has no model that works: %s. Name another with --model"
              .formatted(failure.get().getMessage()),
          failure.get());
    }
  }

  private ModelSource source() {
    return folder == null ? ModelSource.shipped() : ModelSource.folder(folder);
  }

  private ModelSettings settings() {
    return ModelSettings.withoutDeadline(provider);
  }
}
