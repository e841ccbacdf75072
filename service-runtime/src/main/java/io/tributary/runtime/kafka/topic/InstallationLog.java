package io.tributary.runtime.kafka.topic;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.context.RuntimeContext;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records that all instances agree by, in order. The first record of a name binds, even if two
 * instances write at once. One thread only.
 */
public interface InstallationLog extends AutoCloseable {

  /** Reads all records, later calls the new ones; some may come again. */
  void read(Consumer<SecretFingerprint> each);

  /** Returns once all in-sync replicas have the records. */
  void append(List<SecretFingerprint> records, RuntimeContext runtime);

  /** Closes the reader; the next read starts again. */
  @Override
  void close();
}
