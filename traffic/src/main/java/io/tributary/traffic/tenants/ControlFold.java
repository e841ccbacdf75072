package io.tributary.traffic.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.avro.tenants.UserPut;
import io.tributary.traffic.check.Tally;
import io.tributary.traffic.json.PlainJson;
import io.tributary.traffic.tenants.ControlTerm.TenantRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Tenants, users and channels as their commands make them. */
final class ControlFold {

  static final String TENANTS = "tenants.tenants";
  static final String USERS = "tenants.users";
  static final String CHANNELS = "tenants.channels";
  static final String APPLIED = "APPLIED";

  private final Map<String, Tenant> tenants = new TreeMap<>();

  /** By tenant, then by user. */
  private final Map<String, Map<String, UserDetails>> users = new TreeMap<>();

  /** Tenants by channel. */
  private final Map<String, String> owners = new TreeMap<>();

  /** Changes of records by topic and key, in order, without rev. */
  private final Map<String, Map<String, List<SpecificRecordBase>>> records = new HashMap<>();

  private final Map<String, List<String>> outcomes = new HashMap<>();
  private final Map<String, Set<String>> outcomesOfRequests = new HashMap<>();
  private final List<ControlTerm> terms = new ArrayList<>();
  private final Tally tally;

  ControlFold(Tally tally) {
    this.tally = tally;
    terms.add(new ControlTerm("", Map.of(), Map.of(), Map.of()));
  }

  /** Applies the next command of the log. */
  void apply(TenantsCommand command) {
    String outcome = decide(command.getChange(), command.getEnvelope().getAcceptedAt());
    outcomes
        .computeIfAbsent(command.getEnvelope().getFactId(), any -> new ArrayList<>())
        .add(outcome);
    String request = command.getEnvelope().getRequestId();
    outcomesOfRequests.computeIfAbsent(request, any -> new HashSet<>()).add(outcome);
    terms.add(term(request, command.getChange()));
    tally.add(outcome.equals(APPLIED) ? "commands" : outcome);
  }

  private String decide(Object change, long at) {
    if (change instanceof TenantPut put) {
      return put(put, at);
    }
    String tenant = tenantOf(change);
    if (!tenants.containsKey(tenant)) {
      return "TENANT_NOT_FOUND";
    }
    if (change instanceof TenantDeletion) {
      return delete(tenant, at);
    }
    if (change instanceof UserPut put) {
      return put(tenant, put.getUser());
    }
    if (change instanceof UserDeletion deletion) {
      return usersOf(tenant).containsKey(deletion.getUserId())
          ? removeUser(tenant, deletion.getUserId(), at)
          : "USER_NOT_FOUND";
    }
    if (change instanceof ChannelClaim claim) {
      return claim(tenant, claim.getChannelType(), claim.getChannelId());
    }
    ChannelRelease release = (ChannelRelease) change;
    String channel = release.getChannelType() + '#' + release.getChannelId();
    return tenant.equals(owners.get(channel))
        ? removeChannel(tenant, channel, at)
        : "CHANNEL_NOT_FOUND";
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

  private String put(TenantPut put, long at) {
    Tenant before = tenants.get(put.getTenantId());
    Tenant after =
        new Tenant(
            put.getTenantId(),
            put.getName(),
            put.getStatus(),
            put.getSettings(),
            before == null ? at : before.getCreatedAt(),
            null,
            0L);
    if (!after.equals(before)) {
      tenants.put(put.getTenantId(), after);
      record(TENANTS, pk(put.getTenantId()) + "#META", after);
    }
    return APPLIED;
  }

  private String delete(String tenant, long at) {
    List.copyOf(usersOf(tenant).keySet()).forEach(user -> removeUser(tenant, user, at));
    owners.entrySet().stream()
        .filter(owner -> owner.getValue().equals(tenant))
        .map(Map.Entry::getKey)
        .toList()
        .forEach(channel -> removeChannel(tenant, channel, at));
    Tenant gone = Tenant.newBuilder(tenants.remove(tenant)).build();
    gone.setName("");
    gone.setSettings("{}");
    gone.setRemovedAt(at);
    record(TENANTS, pk(tenant) + "#META", gone);
    return APPLIED;
  }

  private String put(String tenant, UserDetails user) {
    UserDetails before =
        users.computeIfAbsent(tenant, any -> new TreeMap<>()).put(user.getUserId(), user);
    if (!user.equals(before)) {
      record(
          USERS, userKey(tenant, user.getUserId()), userOf(tenant, user.getUserId(), user, null));
    }
    return APPLIED;
  }

  private String removeUser(String tenant, String user, long at) {
    usersOf(tenant).remove(user);
    record(USERS, userKey(tenant, user), userOf(tenant, user, null, at));
    return APPLIED;
  }

  private static TenantUser userOf(
      String tenant, String user, @Nullable UserDetails details, @Nullable Long removedAt) {
    return new TenantUser(tenant, user, details, removedAt, 0L);
  }

  private String claim(String tenant, String type, String id) {
    String owner = owners.putIfAbsent(type + '#' + id, tenant);
    if (owner == null) {
      record(
          CHANNELS,
          channelKey(tenant, type + '#' + id),
          new ChannelMapping(tenant, type, id, null, 0L));
      return APPLIED;
    }
    return owner.equals(tenant) ? APPLIED : "CHANNEL_CLAIMED";
  }

  private String removeChannel(String tenant, String channel, long at) {
    owners.remove(channel);
    int end = channel.indexOf('#');
    record(
        CHANNELS,
        channelKey(tenant, channel),
        new ChannelMapping(tenant, channel.substring(0, end), channel.substring(end + 1), at, 0L));
    return APPLIED;
  }

  private Map<String, UserDetails> usersOf(String tenant) {
    return users.getOrDefault(tenant, Map.of());
  }

  private void record(String topic, String key, SpecificRecordBase record) {
    records
        .computeIfAbsent(topic, any -> new HashMap<>())
        .computeIfAbsent(key, any -> new ArrayList<>())
        .add(record);
  }

  static String pk(String tenant) {
    return "TENANT#" + tenant;
  }

  private static String userKey(String tenant, String user) {
    return pk(tenant) + "#USER#" + user;
  }

  private static String channelKey(String tenant, String channel) {
    return pk(tenant) + "#CHANNEL#" + channel;
  }

  /** The term that the change begins; directories that it leaves alone are the former ones. */
  private ControlTerm term(String requestId, Object change) {
    ControlTerm before = terms.get(terms.size() - 1);
    boolean all = change instanceof TenantDeletion;
    boolean channel = change instanceof ChannelClaim || change instanceof ChannelRelease;
    boolean user = change instanceof UserPut || change instanceof UserDeletion;
    return new ControlTerm(
        requestId,
        all || channel ? Map.copyOf(owners) : before.owners(),
        all || change instanceof TenantPut ? rules() : before.rules(),
        all || user ? numbers() : before.numbers());
  }

  private Map<String, TenantRules> rules() {
    Map<String, TenantRules> rules = new HashMap<>();
    tenants.forEach((id, tenant) -> rules.put(id, rules(tenant)));
    return rules;
  }

  private static TenantRules rules(Tenant tenant) {
    JsonNode settings = PlainJson.tree(tenant.getSettings());
    JsonNode enabled = settings.path("enabled_channels");
    Set<String> types = new HashSet<>();
    enabled.forEach(type -> types.add(type.asText()));
    return new TenantRules(
        tenant.getStatus() == TenantStatus.SUSPENDED,
        enabled.isArray() ? Optional.of(types) : Optional.empty(),
        settings.path("whatsapp_restrict_to_users").asBoolean());
  }

  private Map<String, Set<String>> numbers() {
    Map<String, Set<String>> numbers = new HashMap<>();
    users.forEach(
        (tenant, all) -> {
          Set<String> digits = new HashSet<>();
          for (UserDetails user : all.values()) {
            String number = PlainJson.tree(user.getChannelIdentities()).path("whatsapp").asText();
            digits.add(ControlTerm.digits(number));
          }
          digits.remove("");
          numbers.put(tenant, digits);
        });
    return numbers;
  }

  /** Directories in force one after another: none, then what each command leaves. */
  List<ControlTerm> terms() {
    return terms;
  }

  /** APPLIED, or the code of the refusal, by the command's id. */
  Map<String, List<String>> outcomes() {
    return outcomes;
  }

  /** The same of all commands of a request. */
  Set<String> outcomesOf(String requestId) {
    return outcomesOfRequests.getOrDefault(requestId, Set.of());
  }

  /** Changes of a topic's records by key, in order. */
  Map<String, List<SpecificRecordBase>> records(String topic) {
    return records.getOrDefault(topic, Map.of());
  }

  /** Items of the table {@code tenants} by key, without rev. */
  Map<List<Object>, Map<String, Object>> items() {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    tenants.forEach((id, tenant) -> putItem(items, id, "META", attributes(tenant)));
    users.forEach(
        (tenant, all) ->
            all.forEach((id, user) -> putItem(items, tenant, "USER#" + id, attributes(user))));
    owners.forEach(
        (channel, tenant) ->
            putItem(
                items,
                tenant,
                "CHANNEL#" + channel,
                Map.of("gsi1pk", "CHANNEL#" + channel, "gsi1sk", pk(tenant))));
    return items;
  }

  private static void putItem(
      Map<List<Object>, Map<String, Object>> items,
      String tenant,
      String sk,
      Map<String, Object> attributes) {
    Map<String, Object> item = new TreeMap<>(attributes);
    item.put("pk", pk(tenant));
    item.put("sk", sk);
    items.put(List.of(pk(tenant), sk), item);
  }

  private static Map<String, Object> attributes(Tenant tenant) {
    return Map.of(
        "tenant_id", tenant.getTenantId(),
        "name", tenant.getName(),
        "status", tenant.getStatus().name().toLowerCase(Locale.ROOT),
        "settings", tenant.getSettings(),
        "created_at",
            Instant.ofEpochSecond(Math.floorDiv(tenant.getCreatedAt(), 1000L)).toString());
  }

  private static Map<String, Object> attributes(UserDetails user) {
    Map<String, Object> item = new HashMap<>();
    item.put("user_id", user.getUserId());
    item.put("email", user.getEmail());
    item.put("display_name", user.getDisplayName());
    item.put("role", user.getRole().name().toLowerCase(Locale.ROOT));
    item.put("channel_identities", user.getChannelIdentities());
    Optional.ofNullable(user.getPreferences()).ifPresent(it -> item.put("preferences", it));
    Optional.ofNullable(user.getCustomProperties())
        .ifPresent(it -> item.put("custom_properties", it));
    Optional.ofNullable(user.getMemorySummary()).ifPresent(it -> item.put("memory_summary", it));
    Optional.ofNullable(user.getMemoryUpdatedAt())
        .ifPresent(it -> item.put("memory_updated_at", it));
    return item;
  }
}
