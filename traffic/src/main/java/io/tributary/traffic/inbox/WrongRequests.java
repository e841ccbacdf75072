package io.tributary.traffic.inbox;

import io.tributary.traffic.Request;
import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import java.util.List;
import java.util.Map;

/** Requests that every gateway must refuse. */
final class WrongRequests {

  private static final String MESSAGE = "\"message\":{\"title\":\"wrong\",\"body\":1}";
  private static final String TO_ALL = "{\"audiences\":{\"kind\":\"everyone\",\"label\":\"l\"";

  /** Bodies of publishes. */
  private static final List<String> PUBLISHES =
      List.of(
          "",
          "{\"audiences\":",
          toUsers("[]"),
          toUsers("[\"$public\"]"),
          toUsers("[\"u#1\"]"),
          toUsers("\"u\""),
          TO_ALL + ",\"uids\":[\"u\"]}," + MESSAGE + "}",
          TO_ALL + "}}",
          TO_ALL + "},\"taxonomy\":{\"category\":\"*\"}," + MESSAGE + "}",
          TO_ALL + "},\"message\":{\"title\":\"\",\"body\":1}}");

  /** Bodies of reads. */
  private static final List<String> READS =
      List.of(
          "{}",
          "{\"messages\":[]}",
          "{\"messages\":[\"short\"]}",
          "{\"until\":-1}",
          "{\"until\":1,\"messages\":[\"ZZZZZZZZ000000000\"]}");

  /** Bodies of an inbox's settings. */
  private static final List<String> CONFIGS =
      List.of(
          "{\"title\":\"t\",\"description\":\"d\",\"ttl\":{\"promo\":\"1d\"}}",
          "{\"title\":\"t\",\"description\":\"d\",\"ttl\":{\"default\":\"721d\"}}");

  private final RequestFactory requests;

  WrongRequests(RequestFactory requests) {
    this.requests = requests;
  }

  private static String toUsers(String uids) {
    return "{\"audiences\":{\"kind\":\"users\",\"label\":\"l\",\"uids\":%s},%s}"
        .formatted(uids, MESSAGE);
  }

  /**
   * One of them.
   *
   * @param inbox path of the inbox
   */
  Request next(RandomChoices random, String inbox, String uid) {
    return switch (random.below(8)) {
      case 0, 1, 2 -> request("POST", inbox + "/messages", Map.of(), random.of(PUBLISHES));
      case 3 -> request("PUT", inbox + "/users/" + uid + "/reads", Map.of(), random.of(READS));
      case 4 -> request("PUT", inbox + "/users/$public/reads", Map.of(), "{\"until\":1}");
      case 5 -> request("PUT", inbox + "/config", Map.of(), random.of(CONFIGS));
      case 6 -> request("DELETE", inbox + "/messages/unknown", Map.of(), "");
      default ->
          request(
              "POST",
              inbox + "/messages",
              Map.of("Authorization", "Bearer unknown"),
              TO_ALL + "}," + MESSAGE + "}");
    };
  }

  private Request request(String method, String path, Map<String, String> headers, String body) {
    return requests.request(Verdict.REFUSED, method, path, headers, body, 1);
  }
}
