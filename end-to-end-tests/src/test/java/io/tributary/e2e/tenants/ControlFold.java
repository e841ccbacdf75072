package io.tributary.e2e.tenants;

import static io.tributary.harness.store.Fields.text;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;

/** What commands make of tenants, users and channels, by the documents alone. */
final class ControlFold {

  private final Map<List<Object>, Map<String, Object>> items = new HashMap<>();
  private final Map<String, String> owners = new TreeMap<>();
  private final Map<String, Boolean> applied = new TreeMap<>();
  private final List<ControlTerm> terms = new ArrayList<>();

  ControlFold() {
    terms.add(new ControlTerm("nothing", Long.MIN_VALUE, Map.of(), Map.of()));
  }

  void apply(GenericRecord fact) {
    GenericRecord envelope = (GenericRecord) Objects.requireNonNull(fact.get("envelope"));
    GenericRecord change = (GenericRecord) Objects.requireNonNull(fact.get("change"));
    long acceptedAt = (Long) Objects.requireNonNull(envelope.get("accepted_at"));
    applied.put(text(envelope, "fact_id"), decide(change, acceptedAt));
    terms.add(new ControlTerm(request(change), acceptedAt, owners, tenants()));
  }

  /** Every item of the table by its key, plain and without rev. */
  Map<List<Object>, Map<String, Object>> items() {
    return items;
  }

  /** By the command's id, whether it was applied; all others were rejected. */
  Map<String, Boolean> applied() {
    return applied;
  }

  /** What was in force, in its order: nothing, then what each command left. */
  List<ControlTerm> terms() {
    return terms;
  }

  private Map<String, Map<String, Object>> tenants() {
    return items.entrySet().stream()
        .filter(item -> item.getKey().get(1).equals("META"))
        .collect(Collectors.toMap(item -> item.getKey().get(0).toString(), Map.Entry::getValue));
  }

  /** Method and path of the request that asks for a change. */
  private static String request(GenericRecord change) {
    String path = "/v1/admin/tenants/" + text(change, "tenant_id");
    String kind = change.getSchema().getName();
    String method = kind.endsWith("Put") || kind.equals("ChannelClaim") ? "PUT " : "DELETE ";
    return switch (kind) {
      case "TenantPut", "TenantDeletion" -> method + path;
      case "UserPut" ->
          method + path + "/users/" + text((GenericRecord) change.get("user"), "user_id");
      case "UserDeletion" -> method + path + "/users/" + text(change, "user_id");
      default ->
          String.join(
              "/",
              method + path,
              "channels",
              text(change, "channel_type"),
              text(change, "channel_id"));
    };
  }

  private boolean decide(GenericRecord change, long acceptedAt) {
    String pk = "TENANT#" + text(change, "tenant_id");
    String kind = change.getSchema().getName();
    if (kind.equals("TenantPut")) {
      putTenant(pk, change, acceptedAt);
      return true;
    }
    if (!items.containsKey(List.of(pk, "META"))) {
      return false;
    }
    return switch (kind) {
      case "TenantDeletion" -> deleteTenant(pk);
      case "UserPut" -> putUser(pk, (GenericRecord) Objects.requireNonNull(change.get("user")));
      case "UserDeletion" -> items.remove(List.of(pk, "USER#" + text(change, "user_id"))) != null;
      case "ChannelClaim" -> claim(pk, channel(change));
      case "ChannelRelease" -> release(pk, channel(change));
      default -> throw new AssertionError("unknown change " + kind);
    };
  }

  private void putTenant(String pk, GenericRecord put, long acceptedAt) {
    Map<String, Object> before = items.getOrDefault(List.of(pk, "META"), Map.of());
    Map<String, Object> meta = item(pk, "META");
    meta.put("tenant_id", text(put, "tenant_id"));
    meta.put("name", text(put, "name"));
    meta.put("status", text(put, "status").toLowerCase(Locale.ROOT));
    meta.put("settings", text(put, "settings"));
    meta.put(
        "created_at",
        before.getOrDefault(
            "created_at", Instant.ofEpochSecond(Math.floorDiv(acceptedAt, 1000L)).toString()));
  }

  private boolean deleteTenant(String pk) {
    items.keySet().removeIf(key -> pk.equals(key.get(0)));
    owners.values().removeIf(pk::equals);
    return true;
  }

  private boolean putUser(String pk, GenericRecord user) {
    Map<String, Object> item = item(pk, "USER#" + text(user, "user_id"));
    item.put("user_id", text(user, "user_id"));
    item.put("email", text(user, "email"));
    item.put("display_name", text(user, "display_name"));
    item.put("role", text(user, "role").toLowerCase(Locale.ROOT));
    item.put("channel_identities", text(user, "channel_identities"));
    return true;
  }

  private boolean claim(String pk, String channel) {
    if (!owners.getOrDefault(channel, pk).equals(pk)) {
      return false;
    }
    owners.put(channel, pk);
    Map<String, Object> item = item(pk, channel);
    item.put("gsi1pk", channel);
    item.put("gsi1sk", pk);
    return true;
  }

  private boolean release(String pk, String channel) {
    return owners.remove(channel, pk) && items.remove(List.of(pk, channel)) != null;
  }

  private Map<String, Object> item(String pk, String sk) {
    Map<String, Object> item = new TreeMap<>(Map.of("pk", pk, "sk", sk));
    items.put(List.of(pk, sk), item);
    return item;
  }

  private static String channel(GenericRecord change) {
    return String.join("#", "CHANNEL", text(change, "channel_type"), text(change, "channel_id"));
  }
}
