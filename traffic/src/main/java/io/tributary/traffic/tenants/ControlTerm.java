package io.tributary.traffic.tenants;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Directories in force from one command to the next.
 *
 * @param requestId of the request whose command begins the term
 * @param owners tenants by the channel that they have claimed, such as {@code slack#T1}
 * @param rules of all tenants
 * @param numbers digits of the WhatsApp numbers of all users, by tenant
 */
record ControlTerm(
    String requestId,
    Map<String, String> owners,
    Map<String, TenantRules> rules,
    Map<String, Set<String>> numbers) {

  /**
   * Settings of a tenant that decide what it receives.
   *
   * @param enabled types of the only channels that may bring messages; empty for all
   * @param usersOnly true when senders on WhatsApp must be users
   */
  record TenantRules(boolean suspended, Optional<Set<String>> enabled, boolean usersOnly) {

    /**
     * The stamp of the tenant's messages, such as ADMITTED.
     *
     * @param channelType such as {@code whatsapp}
     * @param fromUser true when the sender is one of its users
     */
    String admission(String channelType, boolean fromUser) {
      if (suspended) {
        return "TENANT_INACTIVE";
      }
      if (enabled.isPresent() && !enabled.get().contains(channelType)) {
        return "CHANNEL_NOT_ALLOWED";
      }
      return channelType.equals("whatsapp") && usersOnly && !fromUser
          ? "SENDER_NOT_AUTHORIZED"
          : "ADMITTED";
    }
  }

  /** The digits of a number, without the server behind an {@code @}. */
  static String digits(String number) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < number.length() && number.charAt(i) != '@'; i++) {
      if (number.charAt(i) >= '0' && number.charAt(i) <= '9') {
        digits.append(number.charAt(i));
      }
    }
    return digits.toString();
  }
}
