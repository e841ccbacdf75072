package io.tributary.runtime.kafka;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.ambient.Ambient;
import java.util.List;
import java.util.function.Consumer;

/**
 * Port: what instances agree on about the pipeline, in the order in which it was written. The first
 * record of a name binds everybody, also when two instances write at once. One thread only.
 */
public interface MetaLog extends AutoCloseable {

  /** Shows all from the beginning, then what is new since the last call; some may come again. */
  void read(Consumer<SecretFingerprint> each);

  /** Returns when all in-sync replicas have them. */
  void append(List<SecretFingerprint> records, Ambient ambient);

  /** Lets go of what reading has opened; the next look begins again. */
  @Override
  void close();
}
