package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.channel.contact.ContactLog;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.tenants.TenantDirectory.KnownTenant;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.TenantKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Finds a message's tenant, and whether the tenant takes it. A refusal is not answered, so it
 * counts only after the directories have caught up.
 */
record ChannelAdmission(
    TenantDirectory tenants, UserDirectory users, ChannelDirectory channels, ContactLog contacts) {

  private static final String WHATSAPP = "whatsapp";

  /** Tenant and admission, stamped on a message's fact. */
  record Ruling(Optional<TenantKey> tenant, Admission admission) {

    private boolean isAdmitted() {
      return admission == Admission.ADMITTED;
    }
  }

  private List<Directory<?, ?, ?>> records() {
    return List.of(tenants.records(), users.records(), channels.records());
  }

  /** The one tenant that has claimed the channel. */
  Optional<String> ownerOf(ChannelKey channel) {
    List<TenantKey> owners = ownersOf(channel);
    return owners.size() == 1 ? Optional.of(owners.get(0).tenantId()) : Optional.empty();
  }

  private List<TenantKey> ownersOf(ChannelKey channel) {
    return channels.tenantsOf(channel).stream()
        .filter(tenant -> tenants.find(tenant).isPresent())
        .toList();
  }

  /** One ruling for each message; fails if undecidable at the moment. */
  CompletableFuture<List<Ruling>> decide(List<ProviderMessage> messages) {
    List<Ruling> known = messages.stream().flatMap(message -> rule(message).stream()).toList();
    boolean certain =
        known.size() == messages.size()
            && known.stream().allMatch(Ruling::isAdmitted)
            && records().stream().allMatch(Directory::isCurrent)
            && contacts.isCurrent();
    return certain
        ? CompletableFuture.completedFuture(known)
        : catchUp().thenApply(done -> decideCaughtUp(messages));
  }

  /** Done once every change up to now is seen; fails after a second. */
  CompletableFuture<Void> catchUp() {
    return CompletableFuture.allOf(
        Stream.concat(records().stream().map(Directory::catchUp), Stream.of(contacts.catchUp()))
            .toArray(CompletableFuture<?>[]::new));
  }

  private List<Ruling> decideCaughtUp(List<ProviderMessage> messages) {
    List<Ruling> rulings = new ArrayList<>();
    for (ProviderMessage message : messages) {
      rulings.add(
          rule(message)
              .orElseThrow(
                  () -> new IllegalStateException("the channel is changing hands right now")));
    }
    return rulings;
  }

  /** Empty while two tenants seem to own the channel. */
  private Optional<Ruling> rule(ProviderMessage message) {
    List<TenantKey> owners = ownersOf(message.channel());
    return owners.size() > 1
        ? Optional.empty()
        : Optional.of(
            owners.stream()
                .findFirst()
                .flatMap(owner -> tenants.find(owner).map(tenant -> rule(message, owner, tenant)))
                .orElseGet(() -> new Ruling(Optional.empty(), Admission.NO_TENANT_MAPPING)));
  }

  private Ruling rule(ProviderMessage message, TenantKey owner, KnownTenant tenant) {
    return new Ruling(Optional.of(owner), admission(message, owner, tenant));
  }

  private Admission admission(ProviderMessage message, TenantKey owner, KnownTenant tenant) {
    if (tenant.status() == TenantStatus.suspended) {
      return Admission.TENANT_INACTIVE;
    }
    TenantRules rules = tenant.rules();
    String type = message.channel().type();
    if (rules.enabledChannels().filter(types -> !types.contains(type)).isPresent()) {
      return Admission.CHANNEL_NOT_ALLOWED;
    }
    return rules.whatsappUsersOnly()
            && type.equals(WHATSAPP)
            && Stream.concat(
                    Stream.of(message.senderId()),
                    contacts.identifiers(message.channel(), message.identity()).stream())
                .noneMatch(id -> users.knows(owner, id))
        ? Admission.SENDER_NOT_AUTHORIZED
        : Admission.ADMITTED;
  }
}
