package io.tributary.gateway.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * A tenant's settings for inbound messages.
 *
 * @param enabledChannels the only types taken, if set
 * @param whatsappUsersOnly whether WhatsApp senders must be users
 */
record TenantRules(Optional<Set<String>> enabledChannels, boolean whatsappUsersOnly) {

  /** Reads stored settings; members of a wrong type count as absent. */
  static TenantRules of(String settings) {
    JsonNode members = StoredJson.read(settings);
    return new TenantRules(
        enabled(members.path("enabled_channels")),
        members.path("whatsapp_restrict_to_users").booleanValue());
  }

  private static Optional<Set<String>> enabled(JsonNode member) {
    if (!member.isArray()
        || !StreamSupport.stream(member.spliterator(), false).allMatch(JsonNode::isTextual)) {
      return Optional.empty();
    }
    Set<String> types = new HashSet<>();
    member.forEach(type -> types.add(type.textValue()));
    return Optional.of(Set.copyOf(types));
  }
}
