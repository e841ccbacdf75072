package org.apache.kafka.streams.state.internals;

import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store of RocksDB with its write-ahead log, so that each commit outlives the process. Kafka
 * Streams has no setting for it; its own stores keep a commit in memory until a buffer is full.
 *
 * <p>It is in Kafka's package because RocksDBStore keeps its options of writing there.
 */
public final class WriteAheadRocksDBStore extends RocksDBStore {

  public static final String METRICS_SCOPE = "rocksdb";

  private static final Logger log = LoggerFactory.getLogger(WriteAheadRocksDBStore.class);

  /** Of this opening. */
  private @Nullable Map<TopicPartition, Long> committed;

  public WriteAheadRocksDBStore(String name) {
    super(name, METRICS_SCOPE);
  }

  @Override
  void openDB(Map<String, Object> configs, File stateDir) {
    File folder = new File(new File(stateDir, DB_FILE_DIR), name());
    if (!new File(folder, "CURRENT").exists()) {
      // a deletion that was cut short can leave a log, which RocksDB would take for the new store's
      delete(folder);
    }
    super.openDB(configs, stateDir);
    wOptions.setDisableWAL(false);
    committed = null;
  }

  private static void delete(File folder) {
    try {
      Utils.delete(folder);
    } catch (IOException e) {
      throw new ProcessorStateException("Cannot delete remains of a store in " + folder, e);
    }
  }

  /** Commits, unless nothing changed: Kafka Streams commits all stores of a task. */
  @Override
  public synchronized void commit(Map<TopicPartition, Long> changelogOffsets) {
    if (!changelogOffsets.equals(committed) || approximateNumUncommittedBytes() > 0) {
      super.commit(changelogOffsets);
      committed = new HashMap<>(changelogOffsets);
    }
  }

  /** Writes what is in the log to tables, so that no part of a closed store is in several logs. */
  @Override
  public synchronized void close() {
    if (isOpen()) {
      try {
        dbAccessor.flush(cfAccessor.dataColumnFamily(), cfAccessor.offsetsColumnFamily());
      } catch (RocksDBException e) {
        log.warn("{} is closed with what is in its log", name(), e);
      }
    }
    super.close();
  }
}
