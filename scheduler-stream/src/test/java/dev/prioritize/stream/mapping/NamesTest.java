package dev.prioritize.stream.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prioritize.core.event.Event.CommandKind;
import dev.prioritize.core.model.BlockReason;
import dev.prioritize.core.model.ClockMode;
import dev.prioritize.core.model.Discipline;
import dev.prioritize.core.model.EndReason;
import dev.prioritize.core.model.Estimate;
import dev.prioritize.core.model.JobState;
import dev.prioritize.core.model.PlacementRule;
import dev.prioritize.core.model.PriorityClass;
import dev.prioritize.core.model.RejectionCode;
import dev.prioritize.core.model.ReportRefusal;
import dev.prioritize.core.model.StartReason;
import dev.prioritize.core.model.TaskState;
import dev.prioritize.schema.BlockReasonValue;
import dev.prioritize.schema.ClockModeValue;
import dev.prioritize.schema.CommandKindValue;
import dev.prioritize.schema.DisciplineValue;
import dev.prioritize.schema.EndReasonValue;
import dev.prioritize.schema.EstimateSourceValue;
import dev.prioritize.schema.JobStateValue;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.PriorityClassValue;
import dev.prioritize.schema.RejectionCodeValue;
import dev.prioritize.schema.ReportRefusalValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.StartReasonValue;
import dev.prioritize.schema.TaskStateValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goal: enums on both sides have the same names, since they are mapped by name. */
class NamesTest {

  @Test
  void shouldHaveTheSameNamesOnBothSidesBesideUnknown() {
    assertAlike(PriorityClassValue.values(), PriorityClass.values());
    assertAlike(PlacementRuleValue.values(), PlacementRule.values());
    assertAlike(ClockModeValue.values(), ClockMode.values());
    assertAlike(DisciplineValue.values(), Discipline.values());
    assertAlike(JobStateValue.values(), JobState.values());
    assertAlike(TaskStateValue.values(), TaskState.values());
    assertAlike(EstimateSourceValue.values(), Estimate.Source.values());
    assertAlike(StartReasonValue.values(), StartReason.values());
    assertAlike(EndReasonValue.values(), EndReason.values());
    assertAlike(RejectionCodeValue.values(), RejectionCode.values());
    assertAlike(ReportRefusalValue.values(), ReportRefusal.values());
    assertAlike(BlockReasonValue.values(), BlockReason.values());
    assertAlike(CommandKindValue.values(), CommandKind.values());
  }

  @Test
  void shouldKnowEveryReportedState() {
    for (ReportedTaskState state : ReportedTaskState.values()) {
      if (state != ReportedTaskState.UNKNOWN) {
        assertThat(ValueMapper.toCore(state)).hasToString(state.name());
      }
    }
  }

  @Test
  void shouldRefuseUnknownWithAdvice() {
    assertThatThrownBy(() -> ValueMapper.toCore(PriorityClassValue.UNKNOWN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "PriorityClass has no UNKNOWN. Maybe the record was written by a newer version.");
  }

  private static void assertAlike(Enum<?>[] avro, Enum<?>[] core) {
    List<String> expected = new ArrayList<>(List.of("UNKNOWN"));
    Arrays.stream(core).map(Enum::name).forEach(expected::add);
    assertThat(Arrays.stream(avro).map(Enum::name)).containsExactlyElementsOf(expected);
  }
}
