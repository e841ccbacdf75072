package io.tributary.runtime.kafka;

import io.tributary.registry.RegistryAddress;
import io.tributary.registry.RegistryFraming;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.SchemaUnavailableException;
import io.tributary.schemas.framing.SingleObjectFraming;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The framing that a process writes in and all that it reads: by ids of a registry, if it has been
 * told of one, else by fingerprints. A pipeline that has ever written ids is marked, in the topic
 * of what instances agree on; who has not been told of its registry then neither starts nor takes
 * such a record for garbage.
 */
public final class PipelineFraming implements Framing, AutoCloseable {

  static final String UNTOLD =
      "this pipeline's records carry ids of a schema registry; give "
          + KafkaSettings.SCHEMA_REGISTRY_URL.key();

  private static final int SHORTEST = 5;

  private final SingleObjectFraming plain = SingleObjectFraming.ofReleases();
  private final Optional<RegistryFraming> registry;
  private final FramingMark mark;

  PipelineFraming(KafkaClients clients, Optional<RegistryAddress> address) {
    this.registry = address.map(known -> new RegistryFraming(known, clients.topics().prefix()));
    this.mark = new FramingMark(clients, plain);
  }

  /** What must be so before anything is read or written in it. */
  public Component required(Ambient ambient) {
    return new Component() {
      @Override
      public void start() {
        require(ambient);
      }

      @Override
      public void close(Deadline deadline) {
        PipelineFraming.this.close();
      }

      @Override
      public String toString() {
        return "framing";
      }
    };
  }

  private void require(Ambient ambient) {
    if (registry.isEmpty()) {
      if (mark.isThere()) {
        throw new SettingsException(UNTOLD);
      }
      return;
    }
    registry.get().start();
    if (!mark.isThere()) {
      mark.write(ambient);
    }
  }

  @Override
  public byte[] encode(SpecificRecordBase value) {
    return framing().encode(value);
  }

  @Override
  public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
    requireReadable(bytes);
    return framing().decode(type, bytes);
  }

  @Override
  public GenericRecord decodeAny(byte[] bytes) {
    requireReadable(bytes);
    return framing().decodeAny(bytes);
  }

  private Framing framing() {
    return registry.isPresent() ? registry.get() : plain;
  }

  /** Garbage may begin like that, too: only where ids are written it is none. */
  private void requireReadable(byte[] bytes) {
    boolean untold = registry.isEmpty() && bytes.length >= SHORTEST && bytes[0] == 0;
    if (untold && mark.isThere()) {
      throw new SchemaUnavailableException(UNTOLD, null);
    }
  }

  @Override
  public void close() {
    registry.ifPresent(RegistryFraming::close);
    mark.close();
  }
}
