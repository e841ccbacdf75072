package io.tributary.processors.dedupe;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Stores of a name, whose changelog forgets old ids by itself. */
final class ProcessedIdsBuilder implements StoreBuilder<ProcessedIds> {

  private final String name;
  private final Duration remembered;
  private final InstantSource clock;

  /**
   * @param clock decides when a restored id is forgotten
   */
  ProcessedIdsBuilder(String name, Duration remembered, InstantSource clock) {
    this.name = name;
    this.remembered = remembered;
    this.clock = clock;
  }

  @Override
  public ProcessedIds build() {
    DigestStore digests =
        new DigestStore(
            name, newest -> ProcessedIds.oldestKept(remembered, newest, clock.millis()));
    KeyValueStore<Bytes, byte[]> logged =
        Stores.keyValueStoreBuilder(new Supplier(digests), Serdes.Bytes(), Serdes.ByteArray())
            .withCachingDisabled()
            .withLoggingEnabled(logConfig())
            .build();
    return new ProcessedIds(digests, logged, remembered);
  }

  @Override
  public Map<String, String> logConfig() {
    Duration retention = remembered.plus(ProcessedIds.GRACE).plus(ProcessedIds.GRACE);
    return Map.of(
        "cleanup.policy", "compact,delete",
        "retention.ms", Long.toString(retention.toMillis()),
        "retention.bytes", "-1",
        "message.timestamp.type", "LogAppendTime");
  }

  @Override
  public boolean loggingEnabled() {
    return true;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StoreBuilder<ProcessedIds> withLoggingEnabled(Map<String, String> config) {
    throw new UnsupportedOperationException("the changelog has its own settings");
  }

  @Override
  public StoreBuilder<ProcessedIds> withLoggingDisabled() {
    throw new UnsupportedOperationException("without a changelog a lost disk forgets everything");
  }

  @Override
  public StoreBuilder<ProcessedIds> withCachingEnabled() {
    throw new UnsupportedOperationException("an id is looked up once and written once");
  }

  @Override
  public StoreBuilder<ProcessedIds> withCachingDisabled() {
    return this;
  }

  private record Supplier(DigestStore digests) implements KeyValueBytesStoreSupplier {

    @Override
    public String name() {
      return digests.name();
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
      return digests;
    }

    @Override
    public String metricsScope() {
      return "digests";
    }
  }
}
