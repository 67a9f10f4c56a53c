package dev.prioritize.stream;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One bound for the memory outside the heap of all stores of the process: by default each of the
 * two stores of every partition may take 98 MiB. Made by Kafka Streams, by name.
 *
 * <p>Nothing is read from the stores at work but launch specs and the nodes' last facts; all of a
 * pool's state is in the heap. So the bound may be small.
 */
public final class SharedRocksMemory implements RocksDBConfigSetter {
  private static final long BLOCKS_BYTES = 96L << 20;
  private static final long WRITE_BUFFERS_BYTES = 48L << 20;

  static {
    RocksDB.loadLibrary();
  }

  private static final Cache BLOCKS = new LRUCache(BLOCKS_BYTES);
  private static final WriteBufferManager WRITE_BUFFERS =
      new WriteBufferManager(WRITE_BUFFERS_BYTES, BLOCKS);

  /** For Kafka Streams. */
  public SharedRocksMemory() {}

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(BLOCKS);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(WRITE_BUFFERS);
  }

  /** Cache and buffers are the other stores' too. */
  @Override
  public void close(String storeName, Options options) {}
}
