package dev.prioritize.crashtest;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.ClockAdvance;
import dev.prioritize.schema.DeadLetterReason;
import dev.prioritize.schema.JobSubmission;
import dev.prioritize.schema.PlacementRuleValue;
import dev.prioritize.schema.ReportedTaskState;
import dev.prioritize.schema.TaskReport;
import dev.prioritize.schema.Topic;
import java.nio.charset.StandardCharsets;

/** Records that no scheduler can take, each for another reason. */
enum Poison {
  GARBAGE(DeadLetterReason.NOT_AVRO),
  SCHEMA_OF_NOBODY(DeadLetterReason.UNKNOWN_SCHEMA),
  REPORT_AMONG_SUBMISSIONS(DeadLetterReason.UNEXPECTED_RECORD_TYPE),
  KEY_OF_ANOTHER_POOL(DeadLetterReason.KEY_MISMATCH),
  NO_SUCH_POOL(DeadLetterReason.UNKNOWN_POOL),
  ID_WITH_A_SPACE(DeadLetterReason.ILL_FORMED_ID),
  LONG_NAME(DeadLetterReason.TOO_LONG),
  NEGATIVE_GPUS(DeadLetterReason.OUT_OF_RANGE),
  PLACEMENT_OF_THE_FUTURE(DeadLetterReason.UNKNOWN_ENUM_VALUE),
  CLOCK_ON_THE_WALL(DeadLetterReason.CLOCK_NOT_VIRTUAL);

  private static final String ANOTHER_POOL = "nowhere";
  private static final int MORE_THAN_A_NAME = 300;

  private final DeadLetterReason reason;

  Poison(DeadLetterReason reason) {
    this.reason = reason;
  }

  DeadLetterReason reason() {
    return reason;
  }

  Topic topic() {
    return this == CLOCK_ON_THE_WALL ? Topic.ADMIN_REQUESTS : Topic.JOB_SUBMISSIONS;
  }

  String key() {
    boolean another = this == KEY_OF_ANOTHER_POOL || this == NO_SUCH_POOL;
    return another ? ANOTHER_POOL : TestCluster.POOL;
  }

  /** The record; {@code good} is a submission that could be taken. */
  byte[] value(AvroCodec codec, JobSubmission.Builder good) {
    return switch (this) {
      case GARBAGE -> "no Avro at all".getBytes(StandardCharsets.UTF_8);
      case SCHEMA_OF_NOBODY -> new byte[] {(byte) 0xC3, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0};
      case REPORT_AMONG_SUBMISSIONS ->
          codec.encode(
              new TaskReport(
                  TestCluster.POOL, "job", 1, 1L, "node", ReportedTaskState.STARTED, 0, "", 0L));
      case KEY_OF_ANOTHER_POOL -> codec.encode(good.build());
      case NO_SUCH_POOL -> codec.encode(good.setPool(ANOTHER_POOL).build());
      case ID_WITH_A_SPACE -> codec.encode(good.setJobId("a b").build());
      case LONG_NAME -> codec.encode(good.setName("x".repeat(MORE_THAN_A_NAME)).build());
      case NEGATIVE_GPUS -> codec.encode(good.setGpus(-1).build());
      case PLACEMENT_OF_THE_FUTURE ->
          codec.encode(good.setPlacement(PlacementRuleValue.UNKNOWN).build());
      case CLOCK_ON_THE_WALL -> codec.encode(new ClockAdvance(TestCluster.POOL, 1L, "crash-test"));
    };
  }
}
