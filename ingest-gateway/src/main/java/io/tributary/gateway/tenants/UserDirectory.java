package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.gateway.directory.Directory;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.TenantKey;
import io.tributary.schemas.key.TenantUserKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Every user of a tenant, as far as the gateway needs to know it: its WhatsApp number. */
final class UserDirectory {

  private final Directory<TenantUserKey, TenantUser, KnownUser> directory;
  private final Map<Sender, Set<TenantUserKey>> byNumber = new ConcurrentHashMap<>();

  /** A directory that fills when it starts. */
  UserDirectory(Directory.Source source) {
    this.directory = new Directory<>(TenantsTopics.USERS, source, KnownUser::of, this::index);
  }

  /** Whom WhatsApp knows by that number, digits alone. */
  private record Sender(TenantKey tenant, String digits) {

    /** Of an id on the channel, such as {@code +1 555 010-0100} or {@code 15550100100@c.us}. */
    static Optional<Sender> of(TenantKey tenant, String id) {
      int at = id.indexOf('@');
      String digits = (at < 0 ? id : id.substring(0, at)).replaceAll("[^0-9]", "");
      return digits.isEmpty() ? Optional.empty() : Optional.of(new Sender(tenant, digits));
    }
  }

  private record KnownUser(TenantUserKey key, Optional<Sender> number, long rev) {

    static KnownUser of(TenantUser user) {
      TenantUserKey key = TenantUserKey.of(user);
      return new KnownUser(
          key,
          Optional.ofNullable(user.getDetails())
              .flatMap(UserDirectory::whatsapp)
              .flatMap(id -> Sender.of(key.tenant(), id)),
          user.getRev());
    }
  }

  /** Its records, and how far they have been read. */
  Directory<?, ?, ?> records() {
    return directory;
  }

  /** Whether a sender on WhatsApp is a user of the tenant. */
  boolean knows(TenantKey tenant, String senderId) {
    return Sender.of(tenant, senderId).filter(byNumber::containsKey).isPresent();
  }

  /** Done when the user shows that revision. */
  CompletableFuture<?> visible(TenantUserKey key, long rev, Deadline deadline) {
    return directory.awaitEntry(key, user -> user.rev() >= rev, deadline);
  }

  private static Optional<String> whatsapp(UserDetails details) {
    return Optional.ofNullable(
        StoredJson.read(details.getChannelIdentitiesJson()).path("whatsapp").textValue());
  }

  /** The new number first, so that a user who keeps one is never without it. */
  private void index(@Nullable KnownUser before, @Nullable KnownUser after) {
    if (after != null) {
      after.number().ifPresent(number -> add(number, after.key()));
    }
    if (before != null && (after == null || !before.number().equals(after.number()))) {
      before.number().ifPresent(number -> remove(number, before.key()));
    }
  }

  private void add(Sender number, TenantUserKey user) {
    byNumber.computeIfAbsent(number, any -> ConcurrentHashMap.newKeySet()).add(user);
  }

  private void remove(Sender number, TenantUserKey user) {
    byNumber.computeIfPresent(
        number, (any, users) -> users.remove(user) && users.isEmpty() ? null : users);
  }
}
