package io.tributary.processors;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Shares one piece of memory among all state stores of a process, and keeps their files small.
 * Alone, each store may take 50 MB for blocks and 48 MB for buffers, and RocksDB reserves some 4
 * MiB of disk; there is a store for each partition of each state, most of them small.
 */
public final class StoreFiles implements RocksDBConfigSetter {

  /** Key of Streams' configuration: bytes, a {@link Long}, for all stores of the process. */
  static final String MEMORY = "tributary.state.memory";

  /**
   * Size of a store's write buffer. A store flushes only when it is written to, so idle stores'
   * buffers must not use up the shared memory: each write to a busy one would flush.
   */
  private static final long WRITE_BUFFER = 1024 * 1024;

  /** Indices and filters stay when blocks of data go: without them no block is found. */
  private static final double SHARE_OF_INDICES = 0.2;

  private static final int SHARDS_BY_SIZE = -1;

  /** Never closed: a store that opens late would use freed memory. */
  private static final Map<Long, Shared> SHARED = new ConcurrentHashMap<>();

  /** Buffers count as part of the cache, so the two never exceed it. */
  private record Shared(Cache blocks, WriteBufferManager buffers) {

    static Shared of(long bytes) {
      RocksDbLibrary.load();
      // not strict: a read that finds no room would fail, and the stream thread with it
      Cache blocks = new LRUCache(bytes, SHARDS_BY_SIZE, false, SHARE_OF_INDICES);
      return new Shared(blocks, new WriteBufferManager(bytes / 2, blocks));
    }
  }

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    Shared shared = SHARED.computeIfAbsent((Long) configs.get(MEMORY), Shared::of);
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(shared.blocks());
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    table.setPinTopLevelIndexAndFilter(true);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(shared.buffers());
    options.setWriteBufferSize(WRITE_BUFFER);
    options.setAllowFAllocate(false);
    // a store that could not be closed must not write them while the process exits: that aborts it
    options.setStatsDumpPeriodSec(0);
    options.setStatsPersistPeriodSec(0);
  }

  @Override
  public void close(String store, Options options) {
    // the options belong to all stores
  }
}
