package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.provider.Provider;
import io.tributary.gateway.channel.contact.ContactLog;
import io.tributary.gateway.family.Redecision;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.tenants.ChannelAdmission.Ruling;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Decides on channel events again, by the claims, tenants and users of now. */
final class CurrentAdmissions implements Redecision {

  private static final Set<String> CODES =
      Set.of(
          FailureCode.NO_TENANT_MAPPING.name(),
          FailureCode.TENANT_INACTIVE.name(),
          FailureCode.CHANNEL_NOT_ALLOWED.name(),
          FailureCode.SENDER_NOT_AUTHORIZED.name());

  private static final Duration CLOSING = Duration.ofSeconds(2);
  private static final long PATIENCE_SECONDS = 30;

  private final KafkaClients clients;
  private final ValueFormat format;
  private final Ambient ambient;
  private @Nullable Open open;

  private record Open(Directory.Source source, ChannelAdmission admission) {}

  CurrentAdmissions(KafkaClients clients, ValueFormat format, Ambient ambient) {
    this.clients = clients;
    this.format = format;
    this.ambient = ambient;
  }

  @Override
  public Optional<Decided> decide(String code, byte[] value) throws Exception {
    if (!CODES.contains(code)) {
      return Optional.empty();
    }
    ChannelEvent event;
    List<ProviderMessage> messages;
    try {
      event = format.decode(ChannelEvent.class, value);
      messages = messages(event);
    } catch (UndecodableException | MalformedEventException e) {
      return Optional.empty();
    }
    if (messages.size() != 1) {
      return Optional.empty();
    }
    Ruling ruling = admission().decide(messages).get(PATIENCE_SECONDS, TimeUnit.SECONDS).get(0);
    if (ruling.admission() != Admission.ADMITTED) {
      return Optional.of(new Decided(Optional.empty(), refusal(event, ruling)));
    }
    ChannelEvent admitted =
        ChannelEvent.newBuilder(event)
            .setTenantId(ruling.tenant().map(TenantKey::tenantId).orElse(null))
            .setAdmission(ruling.admission())
            .build();
    return Optional.of(new Decided(Optional.of(format.encode(admitted)), ""));
  }

  /** Reads the directories to their ends at first. */
  private ChannelAdmission admission() throws Exception {
    Open known = open;
    if (known == null) {
      Directory.Source source = Directory.Source.of(clients, format, place -> {}, ambient);
      ChannelAdmission admission =
          new ChannelAdmission(
              new TenantDirectory(source),
              new UserDirectory(source),
              new ChannelDirectory(source),
              new ContactLog(TenantsTopics.CONTACTS, source));
      known = new Open(source, admission);
      open = known;
      source.reader().start();
    }
    return known.admission();
  }

  private static List<ProviderMessage> messages(ChannelEvent event) throws MalformedEventException {
    Optional<Provider> provider = Provider.named(event.getProvider());
    return provider.isEmpty()
        ? List.of()
        : provider.get().format().read(event.getAccount(), bytes(event.getRaw())).messages();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static String refusal(ChannelEvent event, Ruling ruling) {
    String channel = event.getChannelType() + '/' + event.getChannelId();
    return switch (ruling.admission()) {
      case NO_TENANT_MAPPING -> "no tenant claims the channel " + channel;
      case TENANT_INACTIVE -> "the tenant of " + channel + " is suspended";
      case CHANNEL_NOT_ALLOWED -> "the tenant of " + channel + " has not enabled this type";
      default -> "the sender is none of the users of the tenant of " + channel;
    };
  }

  @Override
  public void close() {
    Open known = open;
    if (known != null) {
      try {
        known.source().reader().close(Deadline.after(CLOSING, ambient.ticker()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
