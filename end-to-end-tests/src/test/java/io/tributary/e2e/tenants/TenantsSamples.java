package io.tributary.e2e.tenants;

import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Request;

/** Requests and webhooks with texts that need no escape. */
final class TenantsSamples {

  private TenantsSamples() {}

  /** A tenant of that status. */
  static String tenant(String status, String settings) {
    return "{\"name\":\"Some Tenant\",\"status\":\"%s\",\"settings\":%s}"
        .formatted(status, settings);
  }

  /** A user whom channels know. */
  static String user(String email, String identities) {
    return "{\"email\":\"%s\",\"display_name\":\"Some User\",\"role\":\"member\",\"channel_identities\":%s}"
        .formatted(email, identities);
  }

  /** A message to post. */
  static String message(String id, String role, String content) {
    return "{\"message_id\":\"%s\",\"role\":\"%s\",\"content\":\"%s\"}"
        .formatted(id, role, content);
  }

  /** A message in a Slack channel of a team; conversation {@code slack-<channel>}. */
  static Request slack(String team, String event, String channel, String text) {
    return SignedWebhooks.slack(slackBody(team, event, channel, text));
  }

  /** The body of the same. */
  static String slackBody(String team, String event, String channel, String text) {
    return """
        {"team_id":"%s","api_app_id":"A1","event":{"type":"message","channel":"%s","user":"U1",\
        "text":"%s","ts":"1767225600.000200","channel_type":"im"},"type":"event_callback",\
        "event_id":"%s","event_time":1767225600}"""
        .formatted(team, channel, text, event);
  }

  /** A message in a Telegram chat; conversation {@code tg-<chat>}. */
  static Request telegram(long update, long chat, String text) {
    return SignedWebhooks.telegram(
        """
        {"update_id":%1$d,"message":{"message_id":%1$d,"from":{"id":7,"is_bot":false,\
        "first_name":"Ada"},"chat":{"id":%2$d,"type":"private"},"date":1767225600,"text":"%3$s"}}"""
            .formatted(update, chat, text));
  }

  /** A message of the normalized form; conversation as it says. */
  static Request generic(String id, String conversation, String text) {
    return SignedWebhooks.generic(
        id,
        """
        {"conversation_id":"%s","sender":{"id":"s1","name":"Ada"},"text":"%s",\
        "timestamp":1767225600000}"""
            .formatted(conversation, text));
  }
}
