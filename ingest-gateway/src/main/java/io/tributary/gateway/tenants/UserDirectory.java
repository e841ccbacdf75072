package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.gateway.kafka.Directory;
import io.tributary.gateway.kafka.Visibility;
import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** WhatsApp numbers and ids of users. */
final class UserDirectory {

  private final Directory<TenantUserKey, TenantUser, KnownUser> directory;
  private final Map<Sender, Set<TenantUserKey>> byNumber = new ConcurrentHashMap<>();

  UserDirectory(Directory.Source source) {
    this.directory =
        new Directory<>(
            TenantsTopics.USERS,
            source,
            TenantUserKey::of,
            KnownUser::of,
            TenantUser::getRev,
            this::index);
  }

  /** A WhatsApp number as E.164, or an id that stands for one. */
  private record Sender(TenantKey tenant, String id) {

    /** Reads an id such as {@code +1 555 010-0100} or {@code 15550100100@c.us}. */
    static Optional<Sender> of(TenantKey tenant, String id) {
      String text = id.strip();
      if (ContactId.isUserId(text) || text.endsWith("@lid")) {
        return Optional.of(new Sender(tenant, text));
      }
      int at = text.indexOf('@');
      String digits = (at < 0 ? text : text.substring(0, at)).replaceAll("[^0-9]", "");
      return digits.isEmpty()
          ? Optional.empty()
          : Optional.of(new Sender(tenant, PhoneNumber.single('+' + digits)));
    }
  }

  private record KnownUser(TenantUserKey key, Optional<Sender> number) {

    static KnownUser of(TenantUser user) {
      TenantUserKey key = TenantUserKey.of(user);
      return new KnownUser(
          key,
          Optional.ofNullable(user.getDetails())
              .flatMap(UserDirectory::whatsapp)
              .flatMap(id -> Sender.of(key.tenant(), id)));
    }
  }

  Directory<?, ?, ?> records() {
    return directory;
  }

  /** True if the sender is a user of the tenant. */
  boolean knows(TenantKey tenant, String senderId) {
    return Sender.of(tenant, senderId).filter(byNumber::containsKey).isPresent();
  }

  /** Tells when the user has a revision. */
  Visibility visibility(TenantUserKey key) {
    return (subject, rev, deadline) -> directory.visible(key, rev, deadline);
  }

  private static Optional<String> whatsapp(UserDetails details) {
    return Optional.ofNullable(
        StoredJson.read(details.getChannelIdentitiesJson()).path("whatsapp").textValue());
  }

  /** Adds before it removes, so that a kept number never misses. */
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
