package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.channel.contact.ContactLog;
import io.tributary.gateway.family.CurrentDirectories;
import io.tributary.gateway.family.Redecision;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.tenants.ChannelAdmission.Ruling;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Decides on channel events again, by the claims, tenants and users of now. */
final class CurrentAdmissions implements Redecision {

  private static final Set<String> CODES =
      Set.of(
          FailureCode.NO_TENANT_MAPPING.name(),
          FailureCode.TENANT_INACTIVE.name(),
          FailureCode.CHANNEL_NOT_ALLOWED.name(),
          FailureCode.SENDER_NOT_AUTHORIZED.name());

  private final CurrentDirectories<ChannelAdmission> current;

  CurrentAdmissions(KafkaClients clients, ValueFormat format, RuntimeContext runtime) {
    current = new CurrentDirectories<>(clients, format, runtime, CurrentAdmissions::admission);
  }

  private static ChannelAdmission admission(Directory.Source source) {
    return new ChannelAdmission(
        new TenantDirectory(source),
        new UserDirectory(source),
        new ChannelDirectory(source),
        new ContactLog(TenantsTopics.CONTACTS, source));
  }

  @Override
  public Optional<Decided> decide(String code, byte[] value) throws Exception {
    if (!CODES.contains(code)) {
      return Optional.empty();
    }
    ChannelEvent event;
    List<ProviderMessage> messages;
    try {
      event = current.format().decode(ChannelEvent.class, value);
      messages = Redecision.messages(event.getProvider(), event.getAccount(), event.getRaw());
    } catch (UndecodableException | MalformedEventException e) {
      return Optional.empty();
    }
    if (messages.size() != 1) {
      return Optional.empty();
    }
    Ruling ruling = current.get().decide(messages).get(PATIENCE_SECONDS, TimeUnit.SECONDS).get(0);
    if (ruling.admission() != Admission.ADMITTED) {
      return Optional.of(new Decided(Optional.empty(), refusal(event, ruling)));
    }
    ChannelEvent admitted =
        ChannelEvent.newBuilder(event)
            .setTenantId(ruling.tenant().map(TenantKey::tenantId).orElse(null))
            .setAdmission(ruling.admission())
            .build();
    return Optional.of(new Decided(Optional.of(current.format().encode(admitted)), ""));
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
    current.close();
  }
}
