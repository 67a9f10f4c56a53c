package dev.prioritize.stream;

import dev.prioritize.schema.Topic;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;

/**
 * All of a pool in one partition, although each of its jobs and nodes has a key of its own: what a
 * transaction costs the broker grows with the partitions that it writes to.
 */
final class PoolPartitioner implements StreamPartitioner<byte[], byte[]> {
  /** The only one that must be there; the other, with headers, calls it. */
  @Override
  @SuppressWarnings("removal")
  public Optional<Set<Integer>> partitions(String topic, byte[] key, byte[] value, int partitions) {
    return Optional.of(Set.of(Topic.partitionOfPool(key, partitions)));
  }
}
