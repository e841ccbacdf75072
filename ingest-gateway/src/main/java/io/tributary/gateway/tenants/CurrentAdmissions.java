package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.provider.Provider;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.tenants.ChannelAdmission.Ruling;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.tenants.TenantKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Decides on accepted channel events again, by the claims, tenants and users of now. */
public final class CurrentAdmissions implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(2);
  private static final long PATIENCE_SECONDS = 30;

  private final Directory.Source source;
  private final ChannelAdmission admission;
  private final Ambient ambient;

  private CurrentAdmissions(Directory.Source source, ChannelAdmission admission, Ambient ambient) {
    this.source = source;
    this.admission = admission;
    this.ambient = ambient;
  }

  /** Reads the directories to their ends. */
  public static CurrentAdmissions open(KafkaClients clients, ValueFormat format, Ambient ambient)
      throws Exception {
    Directory.Source source = Directory.Source.of(clients, format, place -> {}, ambient);
    ChannelAdmission admission =
        new ChannelAdmission(
            new TenantDirectory(source), new UserDirectory(source), new ChannelDirectory(source));
    source.reader().start();
    return new CurrentAdmissions(source, admission, ambient);
  }

  /** The event with tenant and admission of now; as it is if its bytes are no message. */
  public ChannelEvent decide(ChannelEvent event) throws InterruptedException {
    Optional<ProviderBatch> batch = read(event);
    if (batch.isEmpty() || batch.get().messages().size() != 1) {
      return event;
    }
    try {
      Ruling ruling =
          admission.decide(batch.get().messages()).get(PATIENCE_SECONDS, TimeUnit.SECONDS).get(0);
      return ChannelEvent.newBuilder(event)
          .setTenantId(ruling.tenant().map(TenantKey::tenantId).orElse(null))
          .setAdmission(ruling.admission())
          .build();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("whose channel it is cannot be told right now", e);
    }
  }

  private static Optional<ProviderBatch> read(ChannelEvent event) {
    return Provider.named(event.getProvider())
        .flatMap(
            provider -> {
              try {
                return Optional.of(
                    provider.format().read(event.getAccount(), bytes(event.getRaw())));
              } catch (MalformedEventException e) {
                return Optional.empty();
              }
            });
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Override
  public void close() {
    try {
      source.reader().close(Deadline.after(CLOSING, ambient.ticker()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
