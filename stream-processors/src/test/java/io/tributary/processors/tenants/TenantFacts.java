package io.tributary.processors.tenants;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.EntryRole;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.avro.tenants.UserPut;
import io.tributary.avro.tenants.UserRole;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Facts of the tenants family as gateways stamp them. */
public final class TenantFacts {

  private TenantFacts() {}

  static FactEnvelope envelope(String factId, Instant at) {
    return FactEnvelope.newBuilder()
        .setFactId(factId)
        .setAcceptedAtMs(at.toEpochMilli())
        .setRequestId("request-1")
        .setCaller("caller-1")
        .setProducerVersion("test")
        .build();
  }

  /** A command. */
  public static TenantsCommand command(String factId, Instant at, SpecificRecordBase change) {
    return TenantsCommand.newBuilder().setEnvelope(envelope(factId, at)).setChange(change).build();
  }

  /** An active tenant of that name. */
  public static TenantPut tenant(String id, String name) {
    return new TenantPut(id, name, TenantStatus.active, "{\"enabled_channels\":[\"teams\"]}");
  }

  /** A tenant is to go. */
  public static TenantDeletion noTenant(String id) {
    return new TenantDeletion(id);
  }

  /** A member of a tenant. */
  public static UserPut user(String tenantId, String userId, String email) {
    UserDetails details =
        UserDetails.newBuilder()
            .setUserId(userId)
            .setEmail(email)
            .setDisplayName("Alex Doe")
            .setRole(UserRole.member)
            .setChannelIdentitiesJson("{\"whatsapp\":\"447700900123\"}")
            .build();
    return new UserPut(tenantId, details);
  }

  /** A user is to go. */
  public static UserDeletion noUser(String tenantId, String userId) {
    return new UserDeletion(tenantId, userId);
  }

  /** A claim of a channel. */
  public static ChannelClaim claim(String tenantId, String type, String id) {
    return new ChannelClaim(tenantId, type, id);
  }

  /** A channel is given back. */
  public static ChannelRelease release(String tenantId, String type, String id) {
    return new ChannelRelease(tenantId, type, id);
  }

  /** What a provider tells, {@link LineFormat}'s if that is the provider. */
  public static ChannelEvent webhook(
      String factId, Instant at, @Nullable String tenantId, Admission admission, String raw) {
    String[] parts = raw.split("\\|", -1);
    return ChannelEvent.newBuilder()
        .setEnvelope(envelope(factId, at))
        .setProvider("line")
        .setAccount("main")
        .setChannelType("line")
        .setChannelId(parts[0])
        .setConversationId(parts[1])
        .setEventId(parts[2])
        .setTenantId(tenantId)
        .setAdmission(admission)
        .setRaw(ByteBuffer.wrap(raw.getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  /** Something happens in a conversation. */
  public static ConversationEvent event(
      String factId, Instant at, String tenantId, String conversationId, SpecificRecordBase what) {
    return ConversationEvent.newBuilder()
        .setEnvelope(envelope(factId, at))
        .setTenantId(tenantId)
        .setConversationId(conversationId)
        .setEvent(what)
        .build();
  }

  /** A reply of an assistant. */
  public static PostedMessage reply(String messageId, String content) {
    return new PostedMessage(messageId, EntryRole.assistant, content);
  }

  /** A question of a user. */
  public static PostedMessage question(String messageId, String content) {
    return new PostedMessage(messageId, EntryRole.user, content);
  }

  /** Everything is to go. */
  public static ClearedConversation clear() {
    return new ClearedConversation();
  }

  /** The same, named so. */
  public static ClearedConversation clear(String idempotencyKey) {
    return new ClearedConversation(idempotencyKey);
  }
}
