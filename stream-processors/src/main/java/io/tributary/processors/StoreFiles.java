package io.tributary.processors;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.Options;

/**
 * Lets state stores take the room on disk that they need. RocksDB reserves some 4 MiB for each
 * otherwise, and there is one for each partition of each state, most of them small.
 */
public final class StoreFiles implements RocksDBConfigSetter {

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    options.setAllowFAllocate(false);
  }

  @Override
  public void close(String store, Options options) {
    // nothing of its own is in the options
  }
}
