package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.RawDynamo;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The documented look-ups in DynamoDB's own JSON, from a client without an SDK. */
@OnSharedPipeline
final class InboxQueriesIT {

  private static final String MESSAGES =
      """
      "KeyConditionExpression": "pk = :pk AND begins_with(sk, :prefix)",
      "FilterExpression": "expiredat > :now", "ScanIndexForward": %s,
      "ExpressionAttributeValues": {
        ":pk": {"S": "%s"}, ":prefix": {"S": "m#"}, ":now": {"N": "%d"}}
      """;

  private static final String ONE =
      """
      "KeyConditionExpression": "pk = :pk AND sk = :sk",
      "ExpressionAttributeValues": {":pk": {"S": "%s"}, ":sk": {"S": "%s"}}
      """;

  private final Bench bench;
  private final InboxApi api;
  private final RawDynamo dynamo;

  InboxQueriesIT(Bench bench) {
    this.bench = bench;
    this.api = new InboxApi(bench.http(), bench.pipeline().http());
    this.dynamo = new RawDynamo(bench.http(), bench.pipeline().endpoints());
  }

  @Test
  void shouldListAUsersMessagesNewestFirst() throws Exception {
    Inbox inbox = Inbox.of("queries");
    String first = api.toUsers(inbox, List.of("ann"), InboxSamples.message("first"));
    awaitTheNextSlot();
    String second = api.toEveryone(inbox, InboxSamples.message("second", "promo"));
    awaitTheNextSlot();
    String third = api.toUsers(inbox, List.of("ann", "bob"), InboxSamples.message("third", "x"));
    awaitTheNextSlot();
    String fourth = api.toEveryone(inbox, InboxSamples.message("fourth"));
    api.toUsers(new Inbox("queries", "other"), List.of("ann"), InboxSamples.message("elsewhere"));
    api.toEveryone(Inbox.of("querie"), InboxSamples.message("another tenant's"));
    api.read(inbox, "ann", second, third);
    bench.pipeline().awaitDrained();

    assertThat(list(inbox, "ann"))
        .containsExactly("fourth unread", "third read", "second read", "first unread");
    assertThat(list(inbox, "bob"))
        .containsExactly("fourth unread", "third unread", "second unread");
    assertThat(List.of(first, second, third, fourth)).isSorted();
    // The oldest are found as well.
    assertThat(query(MESSAGES.formatted("true", inbox.pk("ann"), 0) + ", \"Limit\": 1"))
        .extracting(item -> item.at("/message/M/title/S").asText())
        .containsExactly("first");
  }

  @Test
  void shouldCountUnreadMessages() throws Exception {
    Inbox inbox = Inbox.of("counting");
    api.toUsers(inbox, List.of("ann", "bob"), InboxSamples.message("1", "billing"));
    String own = api.toUsers(inbox, List.of("ann"), InboxSamples.message("2", "promo"));
    String open = api.toEveryone(inbox, InboxSamples.message("3", "promo"));
    api.toEveryone(inbox, InboxSamples.message("4", "promo"));
    api.toEveryone(inbox, InboxSamples.message("5"));
    api.read(inbox, "ann", own, open);
    api.read(inbox, "cid", open);
    bench.pipeline().awaitDrained();

    assertThat(count(inbox, "ann", "c#*", "published")).isEqualTo(2);
    assertThat(count(inbox, "ann", "c#*", "read")).isEqualTo(2);
    assertThat(count(inbox, "ann", "c#promo", "published")).isEqualTo(1);
    assertThat(count(inbox, "ann", "c#promo", "read")).isEqualTo(2);
    assertThat(count(inbox, Inbox.PUBLIC, "c#*", "published")).isEqualTo(3);
    assertThat(count(inbox, Inbox.PUBLIC, "c#promo", "published")).isEqualTo(2);
    assertThat(unread(inbox, "ann", "c#*")).isEqualTo(3);
    assertThat(unread(inbox, "ann", "c#promo")).isEqualTo(1);
    assertThat(unread(inbox, "ann", "c#billing")).isEqualTo(1);
    assertThat(unread(inbox, "bob", "c#*")).isEqualTo(4);
    assertThat(unread(inbox, "bob", "c#billing")).isEqualTo(1);
    assertThat(unread(inbox, "cid", "c#*")).isEqualTo(2);
    assertThat(unread(inbox, "cid", "c#promo")).isEqualTo(1);
    assertThat(unread(inbox, "never seen", "c#*")).isEqualTo(3);
    // The formula says what a walk through the list does.
    for (String uid : List.of("ann", "bob", "cid", "never seen")) {
      assertThat(list(inbox, uid).stream().filter(line -> line.endsWith(" unread")))
          .as(uid)
          .hasSize((int) unread(inbox, uid, "c#*"));
    }
  }

  /** Ids of one slot of two milliseconds come in any order. */
  private static void awaitTheNextSlot() {
    Instant end = Instant.now().plusMillis(4);
    Eventually.await().pollInterval(Duration.ofMillis(1)).until(() -> Instant.now().isAfter(end));
  }

  /** Titles of a user's and the public messages, merged by id, with whether they are read. */
  private List<String> list(Inbox inbox, String uid) throws IOException {
    long now = Instant.now().getEpochSecond();
    Map<String, JsonNode> receipts = new HashMap<>();
    List<JsonNode> messages = new ArrayList<>();
    for (JsonNode item : query(MESSAGES.formatted("false", inbox.pk(uid), now))) {
      if (item.has("message")) {
        messages.add(item);
      } else {
        receipts.put(item.at("/sk/S").asText(), item);
      }
    }
    messages.addAll(query(MESSAGES.formatted("false", inbox.publicPk(), now)));
    messages.sort(Comparator.comparing((JsonNode item) -> item.at("/id/S").asText()).reversed());
    return messages.stream()
        .map(
            item ->
                item.at("/message/M/title/S").asText()
                    + (item.has("readat") || receipts.containsKey(item.at("/sk/S").asText())
                        ? " read"
                        : " unread"))
        .toList();
  }

  private long unread(Inbox inbox, String uid, String sk) throws IOException {
    return count(inbox, uid, sk, "published")
        + count(inbox, Inbox.PUBLIC, sk, "published")
        - count(inbox, uid, sk, "read");
  }

  /** 0 without counters. */
  private long count(Inbox inbox, String uid, String sk, String name) throws IOException {
    List<JsonNode> found = query(ONE.formatted(inbox.pk(uid), sk));
    return found.isEmpty() ? 0 : found.get(0).at("/" + name + "/N").asLong();
  }

  private List<JsonNode> query(String members) throws IOException {
    return dynamo.query(InboxItems.TABLE, members);
  }
}
