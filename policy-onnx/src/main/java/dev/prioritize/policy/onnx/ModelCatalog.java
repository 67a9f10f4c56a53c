package dev.prioritize.policy.onnx;

import dev.prioritize.core.model.LearnedRules;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Every policy that there is: the heuristics, and {@code drl} with the model that the configuration
 * names. A model is loaded when it is first asked for, and kept, so that going back to it is quick.
 *
 * <p>Not thread-safe, as {@link OnnxPolicy}: one for each thread that schedules.
 */
public final class ModelCatalog implements PolicyCatalog {
  /** Models kept; the one unused for longest is dropped first. */
  private static final int MAX_MODELS = 8;

  private final Function<String, ModelSource> sources;
  private final ModelSettings settings;
  private final Map<String, OnnxPolicy> models =
      new LinkedHashMap<>(MAX_MODELS, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, OnnxPolicy> eldest) {
          if (size() > MAX_MODELS) {
            eldest.getValue().close();
            return true;
          }
          return false;
        }
      };

  private ModelCatalog(Function<String, ModelSource> sources, ModelSettings settings) {
    this.sources = sources;
    this.settings = settings;
  }

  /**
   * The shipped model, and others.
   *
   * @param modelDir holds a folder for each of the others under its name; need not exist
   */
  public static ModelCatalog in(Path modelDir, ModelSettings settings) {
    return new ModelCatalog(
        name ->
            name.equals(LearnedRules.SHIPPED)
                ? ModelSource.shipped()
                : ModelSource.folder(modelDir.resolve(name)),
        settings);
  }

  /** One model, whatever the configuration calls it. */
  public static ModelCatalog ofOne(ModelSource source, ModelSettings settings) {
    return new ModelCatalog(name -> source, settings);
  }

  @Override
  public Policy find(PoolConfig config) {
    return config.policy().equals(LearnedPolicy.NAME)
        ? models.computeIfAbsent(config.learned().model(), this::open)
        : Heuristic.of(config);
  }

  private OnnxPolicy open(String model) {
    return new OnnxPolicy(sources.apply(model), settings);
  }

  /** Gives all models back. */
  @Override
  public void close() {
    models.values().forEach(OnnxPolicy::close);
    models.clear();
  }
}
