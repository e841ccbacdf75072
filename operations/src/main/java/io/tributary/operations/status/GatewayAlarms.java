package io.tributary.operations.status;

import java.util.List;
import java.util.stream.Stream;

/** Meters of the gateway that must be 0. */
final class GatewayAlarms {

  private static final List<Alarm> ALL =
      List.of(
          new Alarm(
              "tributary_gateway_service_tokens_stale",
              "service.tokens.file is invalid; the last valid one stays in use",
              "put the file right; it is read again twice a second"),
          new Alarm(
              "tributary_gateway_channel_accounts_stale",
              "secrets.file is invalid; the last valid one stays in use",
              "put the file right; it is read again twice a second"),
          new Alarm(
              "tributary_gateway_channel_accounts_without_secret",
              "channel accounts have nothing to verify requests with, and refuse them all",
              "give each account in secrets.file a secret of its provider"),
          new Alarm(
              "tributary_gateway_generation_replaced",
              "gateways run in a generation that is not live any more; commands get a 503 there",
              "restart them, one after another"),
          new Alarm(
              "tributary_gateway_directory_undecodable_total",
              "records of directories cannot be read and were passed over",
              "see the gateway's log for them; a newer release may have written them"));

  private GatewayAlarms() {}

  private record Alarm(String meter, String what, String remedy) {}

  static Stream<Finding> of(Status status) {
    return ALL.stream()
        .filter(alarm -> status.total(alarm.meter()) > 0)
        .map(alarm -> FindingKind.GATEWAY_ALARM.found(alarm.what(), alarm.remedy()));
  }
}
