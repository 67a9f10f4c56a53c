package dev.prioritize.stream.input;

import dev.prioritize.schema.AvroCodec;
import dev.prioritize.stream.DeadLetters;
import dev.prioritize.stream.mapping.SubmissionMapper;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Bytes from any input topic to a valid {@link PoolInput}, or to the dead letters. */
public final class ValidateProcessor implements Processor<byte[], byte[], Object, Object> {
  private final String scheduleNode;
  private final String deadLettersSink;

  private final AvroCodec codec = new AvroCodec();
  private final DeadLetters deadLetters = new DeadLetters(codec);
  private final PoolInputValidator validator = new PoolInputValidator(new SubmissionMapper(codec));
  private final RecordReader reader;
  private ProcessorContext<Object, Object> context;

  /**
   * A validator between the named nodes of a topology.
   *
   * @param partitions of every topic keyed by pool
   */
  public ValidateProcessor(String scheduleNode, String deadLettersSink, int partitions) {
    this.scheduleNode = scheduleNode;
    this.deadLettersSink = deadLettersSink;
    this.reader = new RecordReader(codec, partitions);
  }

  @Override
  public void init(ProcessorContext<Object, Object> newContext) {
    context = newContext;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    InputOrigin origin = InputOrigin.of(context, record.key(), record.value());
    PoolInput input;
    try {
      input = InvalidInputException.guarding(() -> validator.validate(origin, reader.read(origin)));
    } catch (InvalidInputException e) {
      context.forward(deadLetters.write(origin, e, context.currentSystemTimeMs()), deadLettersSink);
      return;
    }
    context.forward(new Record<>(input.pool(), input, record.timestamp()), scheduleNode);
  }
}
