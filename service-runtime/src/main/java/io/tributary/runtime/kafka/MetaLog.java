package io.tributary.runtime.kafka;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.ambient.Ambient;
import java.util.List;
import java.util.function.Consumer;

/** Port: what instances agree on about the pipeline, in the order in which it was written. */
interface MetaLog extends AutoCloseable {

  /** Shows all from the beginning, then what is new since the last call; some may come again. */
  void read(Consumer<SecretFingerprint> each);

  /** Returns when all in-sync replicas have them. */
  void append(List<SecretFingerprint> records, Ambient ambient);

  @Override
  void close();
}
