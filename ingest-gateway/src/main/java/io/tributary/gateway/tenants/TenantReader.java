package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.avro.tenants.UserRole;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.gateway.json.TextRule;
import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Map;

/** Reads tenants and users without their ids. */
final class TenantReader {

  static final String NAME = "name";
  static final String STATUS = "status";
  static final String SETTINGS = "settings";
  static final String EMAIL = "email";
  static final String DISPLAY_NAME = "display_name";
  static final String ROLE = "role";
  static final String CHANNEL_IDENTITIES = "channel_identities";
  static final String PREFERENCES = "preferences";
  static final String CUSTOM_PROPERTIES = "custom_properties";
  static final String MEMORY_SUMMARY = "memory_summary";
  static final String MEMORY_UPDATED_AT = "memory_updated_at";
  private static final int MOST_JSON_BYTES = 64 * 1024;
  private static final int MOST_IDENTITIES = 100;
  private static final int LONGEST_TIME = 64;
  private static final Map<String, TenantStatus> STATUSES =
      Map.of(
          "active", TenantStatus.active,
          "suspended", TenantStatus.suspended,
          "onboarding", TenantStatus.onboarding);
  private static final Map<String, UserRole> ROLES =
      Map.of("admin", UserRole.admin, "member", UserRole.member);

  private static final TextRule STATUS_WORDS =
      TextRule.oneOf(STATUSES, "must be active, suspended or onboarding");
  private static final TextRule ROLE_WORDS = TextRule.oneOf(ROLES, "must be admin or member");
  private static final TextRule NAMES = TextRule.length(1, 256);
  private static final TextRule EMAILS = TextRule.length(1, 320);
  private static final TextRule CHANNEL_TYPES = TextRule.length(1, 128);
  private static final TextRule IDENTITIES = TextRule.length(0, 1024);
  private static final TextRule SUMMARIES = TextRule.bytes(0, MOST_JSON_BYTES);
  private static final TextRule TIMES =
      TextRule.value(
          "must be a date and time of ISO 8601, such as 2026-02-21T14:30:00Z",
          TenantReader::isTime);

  private TenantReader() {}

  static TenantPut.Builder tenant(JsonObject body) {
    return TenantPut.newBuilder()
        .setName(body.text(NAME, NAMES))
        .setStatus(STATUSES.get(body.text(STATUS, STATUS_WORDS)))
        .setSettingsJson(body.json(SETTINGS, Kind.MAP, MOST_JSON_BYTES));
  }

  static UserDetails.Builder user(JsonObject body) {
    UserDetails.Builder user =
        UserDetails.newBuilder()
            .setEmail(body.text(EMAIL, EMAILS))
            .setDisplayName(body.text(DISPLAY_NAME, NAMES))
            .setRole(ROLES.get(body.text(ROLE, ROLE_WORDS)));
    body.texts(CHANNEL_IDENTITIES, MOST_IDENTITIES, CHANNEL_TYPES, IDENTITIES);
    return user.setChannelIdentitiesJson(body.json(CHANNEL_IDENTITIES, Kind.MAP, MOST_JSON_BYTES))
        .setPreferencesJson(body.optionalJson(PREFERENCES, Kind.ANY, MOST_JSON_BYTES).orElse(null))
        .setCustomPropertiesJson(
            body.optionalJson(CUSTOM_PROPERTIES, Kind.ANY, MOST_JSON_BYTES).orElse(null))
        .setMemorySummary(body.optionalText(MEMORY_SUMMARY, SUMMARIES).orElse(null))
        .setMemoryUpdatedAt(body.optionalText(MEMORY_UPDATED_AT, TIMES).orElse(null));
  }

  private static boolean isTime(String text) {
    try {
      return text.length() <= LONGEST_TIME
          && DateTimeFormatter.ISO_DATE_TIME.parse(text).isSupported(ChronoField.SECOND_OF_DAY);
    } catch (DateTimeException e) {
      return false;
    }
  }
}
