package dev.prioritize.cli;

import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.policy.Choice;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Observation;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.policy.onnx.ModelCatalog;
import dev.prioritize.policy.onnx.OnnxPolicy;

/** A catalogue whose models choose or end the command. */
final class WorkingModels implements PolicyCatalog {
  private final ModelCatalog models;

  WorkingModels(ModelCatalog models) {
    this.models = models;
  }

  @Override
  public Policy find(PoolConfig config) {
    Policy policy = models.find(config);
    if (!(policy instanceof OnnxPolicy model)) {
      return policy;
    }
    ModelOptions.requireWorking(model);
    return new WorkingModel(model);
  }

  @Override
  public void close() {
    models.close();
  }

  private record WorkingModel(OnnxPolicy model) implements LearnedPolicy {
    @Override
    public PolicyIdentity identity() {
      return model.identity();
    }

    @Override
    public Choice choose(Observation observation) {
      Choice choice = model.choose(observation);
      if (choice instanceof Choice.Failed failed) {
        throw new CommandFailure("the model made no choice: " + failed.detail());
      }
      return choice;
    }
  }
}
