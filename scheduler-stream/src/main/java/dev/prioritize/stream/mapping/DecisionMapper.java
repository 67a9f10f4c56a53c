package dev.prioritize.stream.mapping;

import static dev.prioritize.stream.mapping.ValueMapper.each;

import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.ConfigOrigin;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.FaultRules;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PolicyIdentity;
import dev.prioritize.core.model.PoolConfig;
import dev.prioritize.core.model.Rejection;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.ReportRefusal;
import dev.prioritize.core.model.ShapeStatus;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskPlacement;
import dev.prioritize.schema.BlockReasonValue;
import dev.prioritize.schema.ClockModeValue;
import dev.prioritize.schema.CommandKindValue;
import dev.prioritize.schema.ConfigOriginValue;
import dev.prioritize.schema.DisciplineValue;
import dev.prioritize.schema.EndReasonValue;
import dev.prioritize.schema.EstimateSourceValue;
import dev.prioritize.schema.EstimateValue;
import dev.prioritize.schema.FaultRulesValue;
import dev.prioritize.schema.JobStateValue;
import dev.prioritize.schema.PolicyIdentityValue;
import dev.prioritize.schema.PoolConfigValue;
import dev.prioritize.schema.RejectionCodeValue;
import dev.prioritize.schema.RejectionValue;
import dev.prioritize.schema.ReportRefusalValue;
import dev.prioritize.schema.ShapeStatusValue;
import dev.prioritize.schema.StartReasonValue;
import dev.prioritize.schema.TaskPlacementValue;
import java.util.List;

/** What the engine decides, why, and the configuration that it decides by. */
public final class DecisionMapper {
  private DecisionMapper() {}

  public static JobStateValue toAvro(JobState state) {
    return EnumNames.as(JobStateValue.class, state);
  }

  public static JobState toCore(JobStateValue state) {
    return EnumNames.as(JobState.class, state);
  }

  public static StartReasonValue toAvro(StartReason reason) {
    return EnumNames.as(StartReasonValue.class, reason);
  }

  public static StartReason toCore(StartReasonValue reason) {
    return EnumNames.as(StartReason.class, reason);
  }

  public static EndReasonValue toAvro(EndReason reason) {
    return EnumNames.as(EndReasonValue.class, reason);
  }

  public static EndReason toCore(EndReasonValue reason) {
    return EnumNames.as(EndReason.class, reason);
  }

  public static ReportRefusalValue toAvro(ReportRefusal refusal) {
    return EnumNames.as(ReportRefusalValue.class, refusal);
  }

  public static ReportRefusal toCore(ReportRefusalValue refusal) {
    return EnumNames.as(ReportRefusal.class, refusal);
  }

  public static CommandKindValue toAvro(CommandKind kind) {
    return EnumNames.as(CommandKindValue.class, kind);
  }

  public static CommandKind toCore(CommandKindValue kind) {
    return EnumNames.as(CommandKind.class, kind);
  }

  public static ConfigOriginValue toAvro(ConfigOrigin origin) {
    return EnumNames.as(ConfigOriginValue.class, origin);
  }

  public static ConfigOrigin toCore(ConfigOriginValue origin) {
    return EnumNames.as(ConfigOrigin.class, origin);
  }

  public static EstimateValue toAvro(Estimate estimate) {
    return new EstimateValue(
        estimate.durationMillis(),
        EnumNames.as(EstimateSourceValue.class, estimate.source()),
        estimate.lowerQuartileMillis(),
        estimate.meanMillis(),
        estimate.upperDecileMillis());
  }

  public static Estimate toCore(EstimateValue estimate) {
    return new Estimate(
        estimate.getDurationMillis(),
        EnumNames.as(Estimate.Source.class, estimate.getSource()),
        estimate.getLowerQuartileMillis(),
        estimate.getMeanMillis(),
        estimate.getUpperDecileMillis());
  }

  public static PolicyIdentityValue toAvro(PolicyIdentity policy) {
    return new PolicyIdentityValue(policy.name(), policy.version(), policy.modelSha256());
  }

  public static PolicyIdentity toCore(PolicyIdentityValue policy) {
    return new PolicyIdentity(policy.getName(), policy.getVersion(), policy.getModelSha256());
  }

  public static RejectionValue toAvro(Rejection rejection) {
    return new RejectionValue(
        EnumNames.as(RejectionCodeValue.class, rejection.code()),
        rejection.field(),
        rejection.value(),
        rejection.fix());
  }

  public static Rejection toCore(RejectionValue rejection) {
    return new Rejection(
        EnumNames.as(RejectionCode.class, rejection.getCode()),
        rejection.getField(),
        rejection.getValue(),
        rejection.getFix());
  }

  public static List<TaskPlacementValue> placementsToAvro(List<TaskPlacement> tasks) {
    return each(tasks, task -> new TaskPlacementValue(task.nodeId(), task.gpuUuids()));
  }

  public static List<TaskPlacement> placementsToCore(List<TaskPlacementValue> tasks) {
    return each(tasks, task -> new TaskPlacement(task.getNodeId(), task.getGpuUuids()));
  }

  public static List<ShapeStatusValue> shapesToAvro(List<ShapeStatus> shapes) {
    return each(
        shapes,
        status ->
            new ShapeStatusValue(
                ValueMapper.toAvro(status.shape()),
                EnumNames.as(BlockReasonValue.class, status.reason())));
  }

  public static List<ShapeStatus> shapesToCore(List<ShapeStatusValue> shapes) {
    return each(
        shapes,
        status ->
            new ShapeStatus(
                ValueMapper.toCore(status.getShape()),
                EnumNames.as(BlockReason.class, status.getReason())));
  }

  public static PoolConfigValue toAvro(PoolConfig config) {
    return new PoolConfigValue(
        EnumNames.as(ClockModeValue.class, config.clock()),
        config.policy(),
        EnumNames.as(DisciplineValue.class, config.discipline()),
        config.agingIntervalMillis(),
        config.starvationBoundsMillis(),
        config.decisionLimit(),
        config.nodeTimeoutMillis(),
        config.jobRetentionMillis(),
        toAvro(config.faults()),
        PickMapper.toAvro(config.learned()),
        config.rulesVersion());
  }

  public static PoolConfig toCore(PoolConfigValue config) {
    return new PoolConfig(
        EnumNames.as(ClockMode.class, config.getClock()),
        config.getPolicy(),
        EnumNames.as(Discipline.class, config.getDiscipline()),
        config.getAgingIntervalMillis(),
        config.getStarvationBoundsMillis(),
        config.getDecisionLimit(),
        config.getNodeTimeoutMillis(),
        config.getJobRetentionMillis(),
        toCore(config.getFaults()),
        PickMapper.toCore(config.getLearned()),
        config.getRulesVersion());
  }

  private static FaultRulesValue toAvro(FaultRules rules) {
    return new FaultRulesValue(
        rules.startDeadlineMillis(),
        rules.reconcileGraceMillis(),
        rules.coolDownMillis(),
        rules.nodeFaultLimit(),
        rules.quarantineFailures(),
        rules.quarantineWindowMillis(),
        rules.quarantineMillis());
  }

  private static FaultRules toCore(FaultRulesValue rules) {
    return new FaultRules(
        rules.getStartDeadlineMillis(),
        rules.getReconcileGraceMillis(),
        rules.getCoolDownMillis(),
        rules.getNodeFaultLimit(),
        rules.getQuarantineFailures(),
        rules.getQuarantineWindowMillis(),
        rules.getQuarantineMillis());
  }
}
