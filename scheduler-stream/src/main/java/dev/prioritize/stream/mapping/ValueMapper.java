package dev.prioritize.stream.mapping;

import dev.prioritize.core.model.AttemptRef;
import dev.prioritize.core.model.GpuFacts;
import dev.prioritize.core.model.Inventory;
import dev.prioritize.core.model.JobSpec;
import dev.prioritize.core.model.Label;
import dev.prioritize.core.model.NodeFacts;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.Shape;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.schema.GpuFactsValue;
import dev.prioritize.schema.InventoryValue;
import dev.prioritize.schema.JobSpecValue;
import dev.prioritize.schema.LabelValue;
import dev.prioritize.schema.NodeFactsValue;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.RunningAttempt;
import dev.prioritize.schema.ShapeValue;
import dev.prioritize.schema.TaskStateValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What jobs, nodes and tasks tell of themselves. */
public final class ValueMapper {
  private ValueMapper() {}

  public static PriorityClassValue toAvro(PriorityClass priorityClass) {
    return EnumNames.as(PriorityClassValue.class, priorityClass);
  }

  public static PriorityClass toCore(PriorityClassValue priorityClass) {
    return EnumNames.as(PriorityClass.class, priorityClass);
  }

  /** Null for null. */
  public static PriorityClassValue toAvroOrNull(PriorityClass priorityClass) {
    return priorityClass == null ? null : toAvro(priorityClass);
  }

  /** Null for null. */
  public static PriorityClass toCoreOrNull(PriorityClassValue priorityClass) {
    return priorityClass == null ? null : toCore(priorityClass);
  }

  public static RunningAttempt toAvro(AttemptRef attempt) {
    return new RunningAttempt(attempt.jobId(), attempt.attempt(), attempt.epoch());
  }

  public static AttemptRef toCore(RunningAttempt attempt) {
    return new AttemptRef(attempt.getJobId(), attempt.getAttempt(), attempt.getEpoch());
  }

  public static InventoryValue toAvro(Inventory inventory) {
    return new InventoryValue(
        inventory.launcherId(), each(inventory.attempts(), ValueMapper::toAvro));
  }

  public static Inventory toCore(InventoryValue inventory) {
    return new Inventory(
        inventory.getLauncherId(), each(inventory.getAttempts(), ValueMapper::toCore));
  }

  public static PlacementRuleValue toAvro(PlacementRule placement) {
    return EnumNames.as(PlacementRuleValue.class, placement);
  }

  public static PlacementRule toCore(PlacementRuleValue placement) {
    return EnumNames.as(PlacementRule.class, placement);
  }

  public static TaskStateValue toAvro(TaskState state) {
    return EnumNames.as(TaskStateValue.class, state);
  }

  public static TaskState toCore(TaskStateValue state) {
    return EnumNames.as(TaskState.class, state);
  }

  public static TaskState toCore(ReportedTaskState state) {
    return EnumNames.as(TaskState.class, state);
  }

  public static List<LabelValue> labelsToAvro(List<Label> labels) {
    return each(labels, label -> new LabelValue(label.key(), label.value()));
  }

  public static List<Label> labelsToCore(List<LabelValue> labels) {
    return each(labels, label -> new Label(label.getKey(), label.getValue()));
  }

  public static ShapeValue toAvro(Shape shape) {
    return new ShapeValue(shape.gpus(), shape.gpuModel(), toAvro(shape.placement()));
  }

  public static Shape toCore(ShapeValue shape) {
    return new Shape(shape.getGpus(), shape.getGpuModel(), toCore(shape.getPlacement()));
  }

  public static JobSpecValue toAvro(JobSpec spec) {
    return new JobSpecValue(
        spec.jobId(),
        spec.tenant(),
        spec.name(),
        toAvro(spec.priorityClass()),
        toAvro(spec.shape()),
        spec.expectedDurationMillis(),
        spec.timeLimitMillis(),
        spec.maxRetries(),
        labelsToAvro(spec.labels()),
        spec.launchSpecSha256(),
        spec.contentSha256());
  }

  public static JobSpec toCore(JobSpecValue spec) {
    return new JobSpec(
        spec.getJobId(),
        spec.getTenant(),
        spec.getName(),
        toCore(spec.getPriorityClass()),
        toCore(spec.getShape()),
        spec.getExpectedDurationMillis(),
        spec.getTimeLimitMillis(),
        spec.getMaxRetries(),
        labelsToCore(spec.getLabels()),
        spec.getLaunchSpecSha256(),
        spec.getContentSha256());
  }

  public static GpuFactsValue toAvro(GpuFacts gpu) {
    return new GpuFactsValue(
        gpu.uuid(), gpu.index(), gpu.model(), gpu.memoryBytes(), gpu.inService());
  }

  public static GpuFacts toCore(GpuFactsValue gpu) {
    return new GpuFacts(
        gpu.getUuid(), gpu.getIndex(), gpu.getModel(), gpu.getMemoryBytes(), gpu.getInService());
  }

  public static NodeFactsValue toAvro(NodeFacts facts) {
    return new NodeFactsValue(
        facts.nodeId(),
        facts.host(),
        labelsToAvro(facts.labels()),
        each(facts.gpus(), ValueMapper::toAvro));
  }

  public static NodeFacts toCore(NodeFactsValue facts) {
    return new NodeFacts(
        facts.getNodeId(),
        facts.getHost(),
        labelsToCore(facts.getLabels()),
        each(facts.getGpus(), ValueMapper::toCore));
  }

  /** A new list of what the function makes of each item, in the same order. */
  static <A, B> List<B> each(List<A> items, Function<A, B> function) {
    List<B> mapped = new ArrayList<>(items.size());
    for (A item : items) {
      mapped.add(function.apply(item));
    }
    return mapped;
  }
}
