package io.tributary.runtime.kafka.format;

import io.tributary.registry.RegistryAddress;
import io.tributary.registry.RegistryFormat;
import io.tributary.registry.SchemaIds;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.topic.InstallationLog;
import io.tributary.runtime.kafka.topic.KafkaInstallationLog;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.KafkaException;

/**
 * The format of a process: by schema ids if a registry is configured, otherwise by fingerprints. A
 * pipeline with schema ids is marked in the installation's log: a process without its registry, or
 * with another, refuses to start.
 */
public final class PipelineFormat implements ValueFormat, AutoCloseable {

  static final String UNTOLD =
      "this pipeline's records carry ids of a schema registry; give "
          + KafkaSettings.SCHEMA_REGISTRY_URL.key();

  private static final String ANOTHER =
      "this is not the registry whose ids this pipeline's records carry: ";
  private static final String LACKING =
      "the registry lacks schemas of this pipeline's records; run `schemas register` there, or, if"
          + " it is a replica that lags, start again: ";
  private static final int SHORTEST = 5;

  private final SingleObjectFormat plain = SingleObjectFormat.ofReleases();
  private final Optional<RegistryFormat> registry;
  private final FormatRecord mark;
  private final SchemaOutage outage = new SchemaOutage();

  /** The format of the pipeline's values; without I/O. */
  public static PipelineFormat of(KafkaClients clients) {
    return of(clients, RegistryFormat::new);
  }

  /** The same for readers that must not wait for the registry. */
  public static PipelineFormat withoutWaiting(KafkaClients clients) {
    return of(clients, RegistryFormat::neverWaiting);
  }

  private static PipelineFormat of(
      KafkaClients clients, BiFunction<RegistryAddress, String, RegistryFormat> registries) {
    return new PipelineFormat(
        new KafkaInstallationLog(clients),
        clients.registry().map(address -> registries.apply(address, clients.topics().prefix())));
  }

  PipelineFormat(InstallationLog log, Optional<RegistryFormat> registry) {
    this.registry = registry;
    this.mark = new FormatRecord(log);
  }

  /** Checks schema ids at start, and marks the pipeline as framed by a registry. */
  public Component required(RuntimeContext runtime) {
    return part(runtime, () -> require(runtime));
  }

  /** Checks schema ids at start, for readers; marks nothing. */
  public Component readable(RuntimeContext runtime) {
    return part(runtime, this::requireReadable);
  }

  /** Schema ids of records, by names of {@link SchemaIds}. */
  public Map<String, String> ids() {
    return mark.ids();
  }

  private Component part(RuntimeContext runtime, Runnable atStart) {
    return new Component() {
      @Override
      public void start() {
        atStart.run();
      }

      @Override
      public List<HealthReason> unreadyReasons() {
        return outage.unreadyReasons(runtime.ticker());
      }

      @Override
      public void close(Deadline deadline) {
        PipelineFormat.this.close();
      }
    };
  }

  /** The first of several simultaneous starts binds the others. */
  private void require(RuntimeContext runtime) {
    if (registry.isEmpty()) {
      requireReadable();
      return;
    }
    SchemaIds ids = registry.get().start();
    Map<String, String> known = mark.ids();
    requireSame(ids, known);
    mark.write(ids.newTo(known), runtime);
    requireSame(ids, mark.ids());
  }

  /** Checks schema ids at once, for readers. */
  public void requireReadable() {
    if (!mark.isThere()) {
      return;
    }
    RegistryFormat found = registry.orElseThrow(() -> new SettingsException(UNTOLD));
    requireSame(found.start(), mark.ids());
  }

  private static void requireSame(SchemaIds ids, Map<String, String> known) {
    List<String> differences = ids.differences(known);
    if (!differences.isEmpty()) {
      throw new SettingsException(ANOTHER + String.join("; ", differences));
    }
    List<String> lacking = ids.lacking(known);
    if (!lacking.isEmpty()) {
      throw new SettingsException(LACKING + String.join("; ", lacking));
    }
  }

  @Override
  public byte[] encode(SpecificRecordBase value) {
    return format().encode(value);
  }

  @Override
  public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
    return outage.watch(
        bytes,
        () -> {
          requireReadable(bytes);
          return format().decode(type, bytes);
        });
  }

  @Override
  public GenericRecord decodeAny(byte[] bytes) {
    return outage.watch(
        bytes,
        () -> {
          requireReadable(bytes);
          return format().decodeAny(bytes);
        });
  }

  private ValueFormat format() {
    return registry.isPresent() ? registry.get() : plain;
  }

  /** Refuses a framed record without a registry; elsewhere such bytes are garbage. */
  private void requireReadable(byte[] bytes) {
    boolean untold = registry.isEmpty() && bytes.length >= SHORTEST && bytes[0] == 0;
    if (untold && isMarked()) {
      throw new SchemaUnavailableException(UNTOLD, null);
    }
  }

  private boolean isMarked() {
    try {
      return mark.isThere();
    } catch (KafkaException e) {
      throw new SchemaUnavailableException("the wire format of records is unknown", e);
    }
  }

  @Override
  public void close() {
    mark.close();
  }
}
