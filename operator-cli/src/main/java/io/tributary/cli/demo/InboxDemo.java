package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Messages to two users and to everyone, some of them published twice under one Idempotency-Key.
 * One user reads two of them by id, twice; the other reads all until later, also what comes after.
 * One message is taken back, twice.
 */
final class InboxDemo implements DemoFamily {

  private static final String TENANT = "/v1/inbox/demo";
  private static final String INBOX = TENANT + "/DEFAULT";
  private static final String ID = "[0-9A-Z]{17}";
  private static final Duration LATER = Duration.ofHours(1);

  private static final String SETTINGS = "{\"title\": \"Demo Ltd\", \"ttl\": \"10d\"}";
  private static final String CONFIG =
      """
      {"title": "General", "description": "All news", "ttl": {"default": "30d", "promo": "90m"}}
      """;
  private static final String INVOICE =
      """
      {"host_system_id": "inv-184", "taxonomy": {"category": "billing"},
       "audiences": {"kind": "users", "label": "Invoice recipients", "uids": ["ada", "bob"]},
       "message": {"title": "Invoice ready", "body": "Your invoice is <b>there</b>.",
                   "cta_uri": "demo://invoices/184"}}
      """;
  private static final String SALE =
      """
      {"sender": "marketing", "taxonomy": {"category": "promo"},
       "audiences": {"kind": "everyone", "label": "All customers"},
       "message": {"title": "Summer sale",
                   "body": {"blocks": [{"type": "text", "value": "20 % off"}], "v": 1.50}}}
      """;
  private static final String HINT =
      """
      {"audiences": {"kind": "users", "label": "Single", "uids": ["ada"]},
       "message": {"title": "A hint", "body": "Nobody has read this."}}
      """;
  private static final String MISTAKE =
      """
      {"taxonomy": {"category": "billing"},
       "audiences": {"kind": "users", "label": "By mistake", "uids": ["ada", "bob"]},
       "message": {"title": "Pay now", "body": "You owe us 1,000,000."}}
      """;
  private static final String NOTICE =
      """
      {"audiences": {"kind": "everyone", "label": "All customers"},
       "message": {"title": "Closed on Monday", "body": ["a", null, true]}}
      """;
  private static final String WELCOME =
      """
      {"taxonomy": {"category": "news"},
       "audiences": {"kind": "users", "label": "New customers", "uids": ["bob"]},
       "message": {"title": "Welcome", "body": "You will find this read."}}
      """;

  @Override
  public List<String> tables() {
    return List.of(InboxItems.TABLE);
  }

  /** Each message that a user or the public inbox has been sent; the rest are states. */
  @Override
  public int eventsIn(String table, ObjectNode item) {
    return item.path("kind").asText().equals("UM") ? 1 : 0;
  }

  @Override
  public Sent send(DemoClient client) throws InterruptedException {
    Instant start = client.now();
    Counted counted = new Counted(client);
    configure(client);
    String invoice = counted.publishTwice("invoice-184", INVOICE, 2);
    String sale = counted.publishTwice("sale-7", SALE, 1);
    String hint = counted.publish(HINT, 1);
    String notice = counted.publish(NOTICE, 1);
    redactTwice(client, publish(client, Map.of(), MISTAKE));
    for (int attempt = 0; attempt < 2; attempt++) {
      ObjectNode both = client.object();
      both.putArray("messages").add(invoice).add(sale);
      read(client, "ada", both);
    }
    long later = client.now().plus(LATER).getEpochSecond();
    read(client, "bob", client.object().put("until", later));
    String welcome = counted.publish(WELCOME, 1);
    InboxItems.Ids ids = new InboxItems.Ids(invoice, sale, hint, notice, welcome);
    Moments moments = new Moments(start, client.now());
    return new Sent(counted.events, counted.duplicates, new InboxItems(ids, moments).expected());
  }

  private static void configure(DemoClient client) throws InterruptedException {
    ObjectNode settings = DemoClient.parsed(SETTINGS);
    DemoClient.require(
        client.put(TENANT + "/settings", client.service(), settings),
        settings.deepCopy().put("kind", "TS").put("tenant_key", "demo").put("uid", "up"));
    ObjectNode config = DemoClient.parsed(CONFIG);
    ObjectNode item = config.deepCopy().put("kind", "IC").put("tenant_key", "demo");
    DemoClient.require(
        client.put(INBOX + "/config", client.service(), config),
        item.put("inbox_key", "DEFAULT").put("uid", "up"));
  }

  private static String publish(DemoClient client, Map<String, String> headers, String message)
      throws InterruptedException {
    String body = DemoClient.parsed(message).toString();
    JsonNode answer =
        client.event(new Call("POST", INBOX + "/messages", client.service(), headers, body));
    JsonNode uids = DemoClient.parsed(message).path("audiences").path("uids");
    String id = answer.path("id").asText();
    ObjectNode wanted = client.object().put("id", id.matches(ID) ? id : "17 characters");
    if (uids.isMissingNode()) {
      wanted.putNull("recipients");
    } else {
      wanted.put("recipients", uids.size());
    }
    DemoClient.require(answer, wanted);
    return id;
  }

  private static void redactTwice(DemoClient client, String id) throws InterruptedException {
    String path = INBOX + "/messages/" + id;
    for (int attempt = 0; attempt < 2; attempt++) {
      DemoClient.require(
          client.event(Call.of("DELETE", path, client.service())), client.object().put("id", id));
    }
  }

  private static void read(DemoClient client, String uid, ObjectNode body)
      throws InterruptedException {
    String path = INBOX + "/users/" + uid + "/reads";
    client.event(Call.of("PUT", path, client.service(), body));
  }

  /** Publishes of messages that stay, each as many events as it has recipients. */
  private static final class Counted {

    private final DemoClient client;
    private int events;
    private int duplicates;

    Counted(DemoClient client) {
      this.client = client;
    }

    String publish(String message, int inboxes) throws InterruptedException {
      events += inboxes;
      return InboxDemo.publish(client, Map.of(), message);
    }

    String publishTwice(String key, String message, int inboxes) throws InterruptedException {
      Map<String, String> headers = Map.of("Idempotency-Key", key);
      String id = InboxDemo.publish(client, headers, message);
      events += 2 * inboxes;
      duplicates += inboxes;
      String again = InboxDemo.publish(client, headers, message);
      if (!again.equals(id)) {
        throw new DemoFailedException(key + " was published as " + id + " and as " + again);
      }
      return id;
    }
  }
}
