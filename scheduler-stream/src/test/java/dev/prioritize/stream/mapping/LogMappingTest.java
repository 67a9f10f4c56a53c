package dev.prioritize.stream.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prioritize.core.command.Command;
import dev.prioritize.core.command.LoggedCommand;
import dev.prioritize.core.event.Event;
import dev.prioritize.core.event.LoggedEvent;
import dev.prioritize.schema.AvroCodec;
import dev.prioritize.schema.CancelJobCommand;
import dev.prioritize.schema.LaunchSpec;
import dev.prioritize.schema.SubmitJobCommand;
import dev.prioritize.schema.TickCommand;
import dev.prioritize.schema.Topic;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Goal: the log loses nothing that the engine needs. Method: examples of every kind go through the
 * bytes and back; reflection tells whether every kind has an example, a schema and a way back.
 */
class LogMappingTest {
  private static final LaunchSpec SPEC =
      new LaunchSpec(List.of("python", "train.py"), List.of(), "/work", null);

  private final AvroCodec codec = new AvroCodec();

  @Test
  void shouldReturnEveryCommandUnchanged() {
    for (Command command : MappingExamples.COMMANDS) {
      LoggedCommand logged = new LoggedCommand(7, 8, command);

      SpecificRecord record =
          throughBytes(
              CommandMapper.toAvro("pool-1", logged, new CommandAttachment(SPEC, "ann", 9L)));

      assertThat(CommandMapper.toCore(record)).isEqualTo(logged);
      assertThat(CommandMapper.poolOf(record)).isEqualTo("pool-1");
      assertThat(Topic.SCHEDULER_COMMANDS.carries(record)).isTrue();
    }
  }

  @Test
  void shouldReturnEveryEventUnchanged() {
    for (Event event : MappingExamples.EVENTS) {
      LoggedEvent logged = new LoggedEvent(7, 8, 9, event);

      SpecificRecord record = throughBytes(EventMapper.toAvro("pool-1", logged));

      assertThat(EventMapper.toCore(record)).isEqualTo(logged);
      assertThat(EventMapper.poolOf(record)).isEqualTo("pool-1");
      assertThat(Topic.SCHEDULER_EVENTS.carries(record)).isTrue();
    }
  }

  @Test
  void shouldCoverEveryKindOfCommand() {
    assertThat(classes(MappingExamples.COMMANDS))
        .containsExactlyInAnyOrder(Command.class.getPermittedSubclasses());
    assertThat(CommandMapper.typeNames())
        .isEqualTo(names(Command.class, "Command"))
        .isEqualTo(names(Topic.SCHEDULER_COMMANDS));
  }

  @Test
  void shouldCoverEveryKindOfEvent() {
    assertThat(classes(MappingExamples.EVENTS))
        .containsExactlyInAnyOrder(Event.class.getPermittedSubclasses());
    assertThat(EventMapper.typeNames())
        .isEqualTo(names(Event.class, "Event"))
        .isEqualTo(names(Topic.SCHEDULER_EVENTS));
  }

  @Test
  void shouldKeepWhatTheEngineHasNoUseFor() {
    CommandAttachment attachment = new CommandAttachment(SPEC, "ann", 9L);

    SubmitJobCommand submit =
        (SubmitJobCommand) toAvro(new Command.SubmitJob(MappingExamples.FULL_SPEC), attachment);
    CancelJobCommand cancel = (CancelJobCommand) toAvro(new Command.CancelJob("job-1"), attachment);

    assertThat(submit.getLaunchSpec()).isEqualTo(SPEC);
    assertThat(submit.getRequestedAtMillis()).isEqualTo(9L);
    assertThat(cancel.getRequestedBy()).isEqualTo("ann");
    assertThat(cancel.getRequestedAtMillis()).isEqualTo(9L);
  }

  @Test
  void shouldRefuseSubmissionWithoutLaunchSpec() {
    Command submit = new Command.SubmitJob(MappingExamples.FULL_SPEC);

    assertThatThrownBy(() -> toAvro(submit, CommandAttachment.NONE))
        .hasMessage("a submission needs its launch spec");
  }

  @Test
  void shouldRefuseRecordsOfOtherTopics() {
    assertThatThrownBy(() -> EventMapper.toCore(new TickCommand("p", 1L, 1L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a TickCommand is none of [CommandIgnoredEvent, ");
  }

  private static SpecificRecord toAvro(Command command, CommandAttachment attachment) {
    return CommandMapper.toAvro("pool-1", new LoggedCommand(1, 2, command), attachment);
  }

  private SpecificRecord throughBytes(SpecificRecord record) {
    return codec.decode(codec.encode(record));
  }

  private static Set<Class<?>> classes(List<?> examples) {
    Set<Class<?>> classes = new HashSet<>();
    examples.forEach(example -> classes.add(example.getClass()));
    return classes;
  }

  private static Set<String> names(Class<?> sealed, String suffix) {
    Set<String> names = new TreeSet<>();
    Arrays.stream(sealed.getPermittedSubclasses())
        .forEach(type -> names.add(type.getSimpleName() + suffix));
    return names;
  }

  private static Set<String> names(Topic topic) {
    Set<String> names = new TreeSet<>();
    topic.schemas().stream().map(Schema::getName).forEach(names::add);
    return names;
  }
}
