package dev.prioritize.core.engine;

import dev.prioritize.core.command.Command.ConfigurePool;
import dev.prioritize.core.event.Event.CommandIgnored;
import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.event.Event.CommandRejected;
import dev.prioritize.core.event.Event.PoolConfigured;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.policy.Heuristic;
import dev.prioritize.core.policy.LearnedPolicy;
import dev.prioritize.core.policy.Policy;
import dev.prioritize.core.policy.PolicyCatalog;
import dev.prioritize.core.state.Pool;

/** Takes a configuration that this engine can work by. */
final class ConfigurePoolProcessor {
  private static final String TARGET = "pool";

  private final Pool pool;
  private final PolicyCatalog policies;
  private final EventSink sink;

  ConfigurePoolProcessor(Pool pool, PolicyCatalog policies, EventSink sink) {
    this.pool = pool;
    this.policies = policies;
    this.sink = sink;
  }

  void process(ConfigurePool command) {
    PoolConfig config = command.config();
    Rejection rejection = check(config);
    if (rejection != null) {
      sink.emit(new CommandRejected(CommandKind.CONFIGURE_POOL, TARGET, rejection));
    } else if (config.equals(pool.config()) && !isNewDeployment(command)) {
      sink.emit(new CommandIgnored(CommandKind.CONFIGURE_POOL, TARGET));
    } else {
      sink.emit(new PoolConfigured(config, command.origin()));
    }
  }

  private boolean isNewDeployment(ConfigurePool command) {
    return command.origin() == ConfigOrigin.DEPLOYMENT
        && !command.config().equals(pool.deployedConfig());
  }

  private Rejection check(PoolConfig config) {
    if (pool.config() != null && pool.config().clock() != config.clock()) {
      return new Rejection(
          RejectionCode.CLOCK_FIXED,
          "clock",
          config.clock().name(),
          "keep " + pool.config().clock() + ", or make a new pool");
    }
    Policy policy = policies.find(config);
    if (policy == null) {
      return new Rejection(
          RejectionCode.UNKNOWN_POLICY, "policy", config.policy(), "name a known policy");
    }
    if (policy instanceof LearnedPolicy && config.discipline() != Discipline.EASY) {
      return new Rejection(
          RejectionCode.POLICY_NEEDS_EASY,
          "discipline",
          config.discipline().name(),
          "set it to easy, or name a heuristic as the policy");
    }
    if (Heuristic.find(config.learned().substitute()) == null) {
      return new Rejection(
          RejectionCode.UNKNOWN_POLICY,
          "substitute",
          config.learned().substitute(),
          "name a heuristic");
    }
    if (config.rulesVersion() != Engine.RULES_VERSION) {
      return new Rejection(
          RejectionCode.OTHER_RULES_VERSION,
          "rulesVersion",
          Integer.toString(config.rulesVersion()),
          "run the version of Prioritize with rules version " + config.rulesVersion());
    }
    return null;
  }
}
