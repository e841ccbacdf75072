package io.tributary.gateway.metrics;

import io.tributary.runtime.metrics.Meter;

public enum GatewayMeter implements Meter {
  REQUESTS(
      "tributary_gateway_requests",
      Kind.COUNTER,
      "route status",
      "Requests; dropped: the connection ended first. Beyond 100 pairs the route is other."),
  REQUESTS_REFUSED(
      "tributary_gateway_requests_refused",
      Kind.COUNTER,
      "route status reason",
      "Requests with 400, 401 or 403, and to unknown accounts. Beyond 100 reasons: other."),
  REQUEST_TIME(
      "tributary_gateway_request",
      Kind.TIMER,
      "api",
      "Time from a request's head to its end, by family or API."),
  INFLIGHT_BYTES(
      "tributary_gateway_inflight_bytes",
      Kind.GAUGE,
      "",
      "Request bodies and their decoded parts held now; never above"
          + " inflight.bytes, 0 when idle."),
  READINGS_ACCEPTED(
      "tributary_gateway_readings_accepted",
      Kind.COUNTER,
      "",
      "Readings answered with 200 by /v1/devices/data, repeats included."),
  BATCH_IDS_REPEATED(
      "tributary_gateway_batch_ids_repeated",
      Kind.COUNTER,
      "",
      "Batch ids that answers called duplicates; at most the accepted readings."),
  UNKNOWN_MEMBERS(
      "tributary_gateway_unknown_members",
      Kind.COUNTER,
      "family",
      "Unknown fields of request bodies, which are ignored."),
  SERVICE_TOKENS_STALE(
      "tributary_gateway_service_tokens_stale",
      Kind.GAUGE,
      "",
      "1 while service.tokens.file is invalid and the last valid one in use."),
  SERVICE_TOKENS_MISSING(
      "tributary_gateway_service_tokens_missing",
      Kind.GAUGE,
      "",
      "1 while service.tokens.file holds no token; alert when not 0."),
  CHANNEL_REQUESTS_VERIFIED(
      "tributary_gateway_channel_requests_verified",
      Kind.COUNTER,
      "provider",
      "Verified channel requests, handshakes included."),
  CHANNEL_REQUESTS_REFUSED(
      "tributary_gateway_channel_requests_refused",
      Kind.COUNTER,
      "provider reason",
      "Channel requests refused, by reason, which the sender does not learn."),
  CHANNEL_EVENTS_IGNORED(
      "tributary_gateway_channel_events_ignored",
      Kind.COUNTER,
      "provider kind",
      "Verified events that are no messages, by the provider's kind; other after 32 kinds."),
  CHANNEL_EVENTS_MALFORMED(
      "tributary_gateway_channel_events_malformed",
      Kind.COUNTER,
      "provider",
      "Verified events that could not be read; each becomes a dead letter MALFORMED."),
  CHANNEL_ACCOUNTS_STALE(
      "tributary_gateway_channel_accounts_stale",
      Kind.GAUGE,
      "",
      "1 while secrets.file is invalid and the last valid one in use."),
  CHANNEL_ACCOUNTS_MISSING(
      "tributary_gateway_channel_accounts_missing",
      Kind.GAUGE,
      "",
      "1 while secrets.file holds no account; alert when not 0."),
  CHANNEL_ACCOUNTS_WITHOUT_SECRET(
      "tributary_gateway_channel_accounts_without_secret",
      Kind.GAUGE,
      "",
      "Channel accounts without a secret, whose requests are all refused; alert when not 0."),
  CHANNEL_ACCOUNTS_WITHOUT_COMPANY(
      "tributary_gateway_channel_accounts_without_company",
      Kind.GAUGE,
      "",
      "Accounts of outreach without a company, while tokens act for several; alert when not 0."),
  GENERATION_REPLACED(
      "tributary_gateway_generation_replaced",
      Kind.GAUGE,
      "",
      "1 once another generation is live than the one this gateway started in; restart it."),
  RECORDS_ACKNOWLEDGED(
      "tributary_gateway_records_acknowledged",
      Kind.COUNTER,
      "",
      "Records acknowledged by all in-sync replicas; with the unconfirmed ones, all published."),
  RECORDS_UNCONFIRMED(
      "tributary_gateway_records_unconfirmed",
      Kind.COUNTER,
      "",
      "Records of publishes with at least one record that failed or has an unknown result."),
  PUBLISH(
      "tributary_gateway_publish",
      Kind.TIMER,
      "",
      "Time from a publish to its outcome; the count is the number of publishes."),
  DIRECTORY_RECORDS_SKIPPED(
      "tributary_gateway_directory_records_skipped",
      Kind.COUNTER,
      "place",
      "Records of directories and outcomes that are not believed, by topic/partition/offset; alert"
          + " when not 0."),
  BROKER_CLOCK_AHEAD(
      "tributary_gateway_broker_clock_ahead_seconds",
      Kind.GAUGE,
      "broker",
      "A broker's clock against the gateway's, by its last acknowledgement; alert when a minute"
          + " off.");

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts
  private final Spec spec;

  GatewayMeter(String name, Kind kind, String tags, String meaning) {
    this.spec = new Spec(name, kind, tags, meaning);
  }

  @Override
  public Spec spec() {
    return spec;
  }
}
