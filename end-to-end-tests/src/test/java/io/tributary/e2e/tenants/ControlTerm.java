package io.tributary.e2e.tenants;

import io.tributary.harness.store.PlainJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is in force from one command about tenants to the next.
 *
 * @param request method and path of the command that it begins with
 * @param acceptedAt of that command, epoch milliseconds
 * @param owners of channels such as {@code CHANNEL#slack#T1}, by the pk of a tenant's items
 * @param tenants META items by their pk
 */
record ControlTerm(
    String request,
    long acceptedAt,
    Map<String, String> owners,
    Map<String, Map<String, Object>> tenants) {

  private static final String PREFIX = "TENANT#";

  ControlTerm {
    owners = Map.copyOf(owners);
    tenants = Map.copyOf(tenants);
  }

  /** What the tenant of that pk, which has the channel, makes of a message, such as ADMITTED. */
  String admission(String pk, String channel) {
    Map<String, Object> meta = Objects.requireNonNull(tenants.get(pk), pk);
    if ("suspended".equals(meta.get("status"))) {
      return "TENANT_INACTIVE";
    }
    String settings = Objects.requireNonNull(meta.get("settings")).toString();
    Object enabled = PlainJson.object(settings).get("enabled_channels");
    return enabled instanceof List<?> types && !types.contains(channel.split("#", 3)[1])
        ? "CHANNEL_NOT_ALLOWED"
        : "ADMITTED";
  }

  /** The tenant's id. */
  static String idOf(String pk) {
    return pk.substring(PREFIX.length());
  }
}
