package io.tributary.processors.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserPut;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the tenants family must do, said a second time without any class of the processors: it
 * forgets nothing. Each fact becomes lines, one for each record but for its revision.
 */
final class TenantsModel {

  private static final long MONTH = 2_592_000;

  int rejected;
  int redelivered;
  int movedRedeliveries;
  int afterClear;
  int overtaken;
  int lateCopies;
  int clearedForSlowClocks;
  int repeatedClears;
  int secondLives;

  /** Whose each channel is. */
  final Map<String, String> owners = new TreeMap<>();

  private final Map<String, String> tenants = new TreeMap<>();
  private final Map<String, Long> created = new TreeMap<>();
  private final Map<String, String> users = new TreeMap<>();
  private final Map<String, Long> seen = new TreeMap<>();
  private final Map<String, String> firstTenants = new TreeMap<>();
  private final Map<String, ModelConversation> conversations = new TreeMap<>();
  private final Map<String, Long> newestClears = new TreeMap<>();

  private static final class ModelConversation {
    final List<String> entries = new ArrayList<>();
    final Set<String> said = new HashSet<>();
    final Set<String> clearedIds = new HashSet<>();
    long updated;
    @Nullable Long cleared;
    boolean clearedWhenDead;
  }

  List<String> decide(TenantsCommand command) {
    Object change = command.getChange();
    long at = command.getEnvelope().getAcceptedAtMs();
    if (change instanceof TenantPut put) {
      return putTenant(put, at);
    }
    String tenant = tenantOf(change);
    if (!tenants.containsKey(tenant)) {
      return rejected("TENANT_NOT_FOUND");
    }
    if (change instanceof TenantDeletion) {
      return removeTenant(tenant, at);
    }
    if (change instanceof UserPut put) {
      String id = tenant + "#" + put.getUser().getUserId();
      String before = users.put(id, put.getUser().getEmail());
      return put.getUser().getEmail().equals(before)
          ? applied()
          : applied("user " + id + " " + users.get(id));
    }
    if (change instanceof UserDeletion deletion) {
      String id = tenant + "#" + deletion.getUserId();
      return users.remove(id) == null
          ? rejected("USER_NOT_FOUND")
          : applied("user " + id + " gone " + at);
    }
    return channel(change, tenant, at);
  }

  private List<String> channel(Object change, String tenant, long at) {
    if (change instanceof ChannelClaim claim) {
      String channel = claim.getChannelType() + "#" + claim.getChannelId();
      String owner = owners.putIfAbsent(channel, tenant);
      if (owner == null) {
        return applied("channel " + tenant + " " + channel + " there");
      }
      return owner.equals(tenant) ? applied() : rejected("CHANNEL_CLAIMED");
    }
    ChannelRelease release = (ChannelRelease) change;
    String channel = release.getChannelType() + "#" + release.getChannelId();
    return owners.remove(channel, tenant)
        ? applied("channel " + tenant + " " + channel + " gone " + at)
        : rejected("CHANNEL_NOT_FOUND");
  }

  private List<String> putTenant(TenantPut put, long at) {
    String id = put.getTenantId();
    String is = put.getName() + " " + put.getStatus() + " " + put.getSettingsJson();
    if (is.equals(tenants.put(id, is))) {
      return applied();
    }
    created.putIfAbsent(id, at);
    return applied("tenant " + id + " " + is + " since " + created.get(id));
  }

  private List<String> removeTenant(String tenant, long at) {
    List<String> lines = new ArrayList<>();
    lines.add("tenant " + tenant + " gone " + at);
    tenants.remove(tenant);
    created.remove(tenant);
    List.copyOf(users.keySet()).stream()
        .filter(id -> id.startsWith(tenant + "#"))
        .forEach(
            id -> {
              users.remove(id);
              lines.add("user " + id + " gone " + at);
            });
    List.copyOf(owners.keySet()).stream()
        .filter(channel -> tenant.equals(owners.get(channel)))
        .forEach(
            channel -> {
              owners.remove(channel);
              lines.add("channel " + tenant + " " + channel + " gone " + at);
            });
    return applied(lines.toArray(String[]::new));
  }

  private static String tenantOf(Object change) {
    if (change instanceof TenantDeletion deletion) {
      return deletion.getTenantId();
    }
    if (change instanceof UserPut put) {
      return put.getTenantId();
    }
    if (change instanceof UserDeletion deletion) {
      return deletion.getTenantId();
    }
    return change instanceof ChannelClaim claim
        ? claim.getTenantId()
        : ((ChannelRelease) change).getTenantId();
  }

  private static List<String> applied(String... records) {
    List<String> lines = new ArrayList<>(List.of(records));
    lines.add("outcome applied");
    return lines;
  }

  private List<String> rejected(String code) {
    rejected++;
    return List.of("outcome rejected " + code);
  }

  List<String> bring(ChannelEvent event) {
    if (event.getAdmission() != Admission.ADMITTED) {
      return List.of("dead letter " + event.getAdmission());
    }
    String tenant = event.getTenantId();
    String id = event.getChannelId() + " " + event.getEventId();
    if (isSeen("webhook " + id, event.getEnvelope().getAcceptedAtMs())) {
      redelivered++;
      movedRedeliveries += tenant.equals(firstTenants.get(id)) ? 0 : 1;
      return List.of();
    }
    String raw = StandardCharsets.UTF_8.decode(event.getRaw().duplicate()).toString();
    if (raw.equals("broken")) {
      return List.of("dead letter MALFORMED");
    }
    remember("webhook " + id, event.getEnvelope().getAcceptedAtMs());
    firstTenants.put(id, tenant);
    String text = raw.split("\\|", -1)[3];
    String where = tenant + "#" + event.getConversationId();
    return List.of(
        "message " + where + "#" + event.getEventId() + " " + text,
        "event " + where + " " + event.getEventId() + " " + text);
  }

  List<String> say(ConversationEvent event) {
    String where = event.getTenantId() + "#" + event.getConversationId();
    long at = event.getEnvelope().getAcceptedAtMs();
    ModelConversation known = conversations.getOrDefault(where, new ModelConversation());
    ModelConversation conversation =
        known.updated + MONTH <= Math.floorDiv(at, 1000) ? new ModelConversation() : known;
    if (event.getEvent() instanceof ClearedConversation clear) {
      return clear(where, known, conversation, clear.getIdempotencyKey(), at);
    }
    if (event.getEvent() instanceof PostedMessage posted) {
      String entry = posted.getRole() + " " + posted.getContent();
      return say(where, conversation, posted.getMessageId(), entry, at);
    }
    return receive(where, conversation, (ReceivedMessage) event.getEvent(), at);
  }

  private List<String> receive(
      String where, ModelConversation conversation, ReceivedMessage received, long at) {
    String id = "received " + received.getMessageId();
    boolean isOvertaken = at < newestClears.getOrDefault(where, 0L);
    boolean isLateCopy = Math.floorDiv(at, 1000) + MONTH <= conversation.updated;
    if ((isOvertaken || isLateCopy) && !isSeen(where + " " + id, at)) {
      remember(where + " " + id, at);
      overtaken += isOvertaken ? 1 : 0;
      lateCopies += isOvertaken ? 0 : 1;
      return List.of();
    }
    return say(where, conversation, id, "user " + received.getContent(), at);
  }

  private List<String> clear(
      String where,
      ModelConversation known,
      ModelConversation conversation,
      @Nullable String name,
      long at) {
    if (name != null && isSeen(where + " clear " + name, at)) {
      repeatedClears++;
      return List.of();
    }
    if (name != null) {
      remember(where + " clear " + name, at);
    }
    newestClears.merge(where, at, Math::max);
    if (conversation != known) {
      known.entries.clear();
      known.clearedWhenDead = true;
    }
    if (conversation.updated == 0 || conversation.cleared != null) {
      return List.of();
    }
    conversation.entries.clear();
    conversation.clearedIds.addAll(conversation.said);
    conversation.cleared = Math.floorDiv(at, 1000);
    conversation.updated = Math.max(conversation.updated, conversation.cleared);
    return line(where, conversation);
  }

  private List<String> say(
      String where, ModelConversation conversation, String messageId, String entry, long at) {
    if (isSeen(where + " " + messageId, at)) {
      redelivered++;
      afterClear += conversation.clearedIds.contains(messageId) ? 1 : 0;
      return List.of();
    }
    remember(where + " " + messageId, at);
    secondLives += conversations.containsKey(where) && conversation.updated == 0 ? 1 : 0;
    conversations.put(where, conversation);
    clearedForSlowClocks += conversation.clearedWhenDead ? 1 : 0;
    conversation.clearedWhenDead = false;
    conversation.cleared = null;
    conversation.entries.add(entry);
    conversation.said.add(messageId);
    conversation.updated = Math.max(conversation.updated, Math.floorDiv(at, 1000));
    return line(where, conversation);
  }

  private static List<String> line(String where, ModelConversation conversation) {
    return List.of(
        "conversation %s %s %d %d %s"
            .formatted(
                where,
                conversation.entries,
                conversation.updated,
                conversation.updated + MONTH,
                conversation.cleared));
  }

  private boolean isSeen(String id, long at) {
    Long until = seen.get(id);
    return until != null && until > Math.floorDiv(at, 1000);
  }

  private void remember(String id, long at) {
    seen.put(id, Math.floorDiv(at, 1000) + MONTH);
  }
}
