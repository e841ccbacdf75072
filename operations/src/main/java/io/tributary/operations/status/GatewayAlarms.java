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
              "correct the file; the gateway's log has line and column"),
          new Alarm(
              "tributary_gateway_channel_accounts_stale",
              "secrets.file is invalid; the last valid one stays in use",
              "correct the file; the gateway's log has line and column"),
          new Alarm(
              "tributary_gateway_service_tokens_missing",
              "service.tokens.file holds no token: every application gets a 401",
              "put the tokens back into the file; it is read again twice a second"),
          new Alarm(
              "tributary_gateway_channel_accounts_missing",
              "secrets.file holds no account: every webhook gets a 404",
              "put the accounts back into the file, or leave secrets.file out"),
          new Alarm(
              "tributary_gateway_channel_accounts_without_secret",
              "channel accounts have nothing to verify requests with, and refuse them all",
              "give each account in secrets.file a secret of its provider"),
          new Alarm(
              "tributary_gateway_channel_accounts_without_company",
              "channel accounts of outreach name no company; their replies become dead letters",
              "give each account in secrets.file its company_id, or companies"),
          new Alarm(
              "tributary_gateway_generation_replaced",
              "gateways run in a generation that is not live any more; commands get a 503 there",
              "restart them, one after another"));

  private GatewayAlarms() {}

  private record Alarm(String meter, String what, String remedy) {}

  static Stream<Finding> of(Status status) {
    List<String> skipped =
        List.copyOf(
            status.totals("tributary_gateway_directory_records_skipped_total", "place").keySet());
    return Stream.concat(
        ALL.stream()
            .filter(alarm -> status.total(alarm.meter()) > 0)
            .map(alarm -> FindingKind.GATEWAY_ALARM.found(alarm.what(), alarm.remedy())),
        skipped.isEmpty() ? Stream.empty() : Stream.of(skipped(skipped)));
  }

  private static Finding skipped(List<String> places) {
    return FindingKind.GATEWAY_ALARM.found(
        "records of directories are not believed and were skipped: " + Format.some(places),
        "the gateway's log has the reasons; upgrade it if a newer release wrote them, else write a"
            + " tombstone of their key, and restart the gateways");
  }
}
