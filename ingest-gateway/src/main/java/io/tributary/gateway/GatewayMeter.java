package io.tributary.gateway;

import io.tributary.runtime.metrics.Meter;
import java.util.List;

/** Meters of the gateway. */
public enum GatewayMeter implements Meter {
  /** Requests. */
  REQUESTS(
      "tributary_gateway_requests",
      Kind.TIMER,
      "route status",
      "Time from a request's head to its end, by route and status. The status dropped stands for a"
          + " connection that was closed or lost before an answer. The count over all statuses is"
          + " the number of requests."),
  /** Bytes in flight. */
  INFLIGHT_BYTES(
      "tributary_gateway_inflight_bytes",
      Kind.GAUGE,
      "",
      "Bytes of request bodies under way, and of what batches among them are cut into; never above"
          + " inflight.bytes, and 0 when nothing is."),
  /** Readings accepted. */
  READINGS_ACCEPTED(
      "tributary_gateway_readings_accepted",
      Kind.COUNTER,
      "",
      "Readings of requests to /v1/devices/data that were answered 200, repeats included."),
  /** Ids repeated. */
  BATCH_IDS_REPEATED(
      "tributary_gateway_batch_ids_repeated",
      Kind.COUNTER,
      "",
      "Batch ids that answers named as duplicates; at most the accepted readings."),
  /** Unknown members. */
  UNKNOWN_MEMBERS(
      "tributary_gateway_unknown_members",
      Kind.COUNTER,
      "family",
      "Members of request bodies that nobody asked for; they are ignored."),
  /** Tokens that are not the file's. */
  SERVICE_TOKENS_STALE(
      "tributary_gateway_service_tokens_stale",
      Kind.GAUGE,
      "",
      "1 while service.tokens.file cannot be used as it is and the tokens from before count, else 0;"
          + " an alarm when not 0."),
  /** Channel requests verified. */
  CHANNEL_REQUESTS_VERIFIED(
      "tributary_gateway_channel_requests_verified",
      Kind.COUNTER,
      "provider",
      "Requests of channel providers that were the provider's own, handshakes too, whatever came of"
          + " them."),
  /** Channel requests refused. */
  CHANNEL_REQUESTS_REFUSED(
      "tributary_gateway_channel_requests_refused",
      Kind.COUNTER,
      "provider reason",
      "Requests to channel accounts that were not taken for the provider's own, by reason, which the"
          + " answer does not tell: unknown_account, no_secret, unsigned, stale, signature,"
          + " unknown_key, claims, channel, endorsement, service_url, recipient, wrong_account,"
          + " topic, verify_token."),
  /** Channel events ignored. */
  CHANNEL_EVENTS_IGNORED(
      "tributary_gateway_channel_events_ignored",
      Kind.COUNTER,
      "provider kind",
      "Events of verified requests that are no messages, by the provider's name of their kind; other"
          + " stands for those beyond the first 64 kinds."),
  /** Channel events malformed. */
  CHANNEL_EVENTS_MALFORMED(
      "tributary_gateway_channel_events_malformed",
      Kind.COUNTER,
      "provider",
      "Events of verified requests that could not be read; each becomes a dead letter MALFORMED. Those"
          + " of requests that were answered 503 come again."),
  /** Accounts that are not the file's. */
  CHANNEL_ACCOUNTS_STALE(
      "tributary_gateway_channel_accounts_stale",
      Kind.GAUGE,
      "",
      "1 while secrets.file cannot be used as it is and the accounts from before count, else 0; an"
          + " alarm when not 0."),
  /** Accounts without a secret. */
  CHANNEL_ACCOUNTS_WITHOUT_SECRET(
      "tributary_gateway_channel_accounts_without_secret",
      Kind.GAUGE,
      "",
      "Channel accounts that have nothing to verify requests with, so that all are refused; an alarm"
          + " when not 0."),
  /** Records acknowledged. */
  RECORDS_ACKNOWLEDGED(
      "tributary_gateway_records_acknowledged",
      Kind.COUNTER,
      "",
      "Records of publishes whose records all in-sync replicas have. With the unconfirmed ones it"
          + " makes all that were published."),
  /** Records unconfirmed. */
  RECORDS_UNCONFIRMED(
      "tributary_gateway_records_unconfirmed",
      Kind.COUNTER,
      "",
      "Records of publishes of which at least one record failed or has an unknown fate."),
  /** Publish latency. */
  PUBLISH(
      "tributary_gateway_publish",
      Kind.TIMER,
      "",
      "Time from a publish to its outcome; the count is the number of publishes."),
  /** Directory records passed over. */
  DIRECTORY_UNDECODABLE(
      "tributary_gateway_directory_undecodable",
      Kind.COUNTER,
      "",
      "Records of directories and outcomes that could not be read and were passed over; an alarm"
          + " when not 0.");

  private final String meter;
  private final Kind kind;
  private final String tags;
  private final String meaning;

  GatewayMeter(String meter, Kind kind, String tags, String meaning) {
    this.meter = meter;
    this.kind = kind;
    this.tags = tags;
    this.meaning = meaning;
  }

  @Override
  public String meter() {
    return meter;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public List<String> tags() {
    return tags.isEmpty() ? List.of() : List.of(tags.split(" ", -1));
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
