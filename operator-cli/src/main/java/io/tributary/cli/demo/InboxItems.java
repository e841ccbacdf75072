package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What the table {@code inbox} must hold after the demonstration; what the pipeline's clock decides
 * lies between the two moments.
 */
record InboxItems(Ids ids, Moments moments) {

  static final String TABLE = "inbox";

  private static final String ADA = "t#demoU#ada#DEFAULT";
  private static final String BOB = "t#demoU#bob#DEFAULT";
  private static final String PUBLIC = "t#demoG#$public#DEFAULT";
  private static final Duration LIFE = Duration.ofDays(30);
  private static final Duration LIFE_OF_PROMO = Duration.ofMinutes(90);

  private static final String INVOICE =
      """
      {"host_system_id": "inv-184", "sender": "up", "taxonomy": {"category": "billing"},
       "audiences": {"kind": "users", "label": "Invoice recipients"},
       "message": {"title": "Invoice ready", "body": "Your invoice is <b>there</b>.",
                   "cta_uri": "demo://invoices/184"}}
      """;
  private static final String SALE =
      """
      {"host_system_id": null, "sender": "marketing", "taxonomy": {"category": "promo"},
       "audiences": {"kind": "everyone", "label": "All customers"}, "uid": "$public",
       "message": {"title": "Summer sale", "cta_uri": null,
                   "body": {"blocks": [{"type": "text", "value": "20 % off"}], "v": 1.5}}}
      """;
  private static final String HINT =
      """
      {"host_system_id": null, "sender": "up", "audiences": {"kind": "users", "label": "Single"},
       "message": {"title": "A hint", "body": "Nobody has read this.", "cta_uri": null}}
      """;
  private static final String NOTICE =
      """
      {"host_system_id": null, "sender": "up", "uid": "$public",
       "audiences": {"kind": "everyone", "label": "All customers"},
       "message": {"title": "Closed on Monday", "body": ["a", null, true], "cta_uri": null}}
      """;
  private static final String WELCOME =
      """
      {"host_system_id": null, "sender": "up", "taxonomy": {"category": "news"},
       "audiences": {"kind": "users", "label": "New customers"},
       "message": {"title": "Welcome", "body": "You will find this read.", "cta_uri": null}}
      """;

  /** Ids of the messages that stay. */
  record Ids(String invoice, String sale, String hint, String notice, String welcome) {}

  List<ExpectedItem> expected() {
    return Stream.of(settings(), messages(), receipts(), counters()).flatMap(List::stream).toList();
  }

  private static List<ExpectedItem> settings() {
    return List.of(
        item(
            """
            {"pk": "t#demo", "sk": "st#tenant_settings", "kind": "TS", "title": "Demo Ltd",
             "ttl": "10d", "tenant_key": "demo", "uid": "up"}
            """),
        item(
            """
            {"pk": "t#demo", "sk": "si#DEFAULT", "kind": "IC", "title": "General",
             "description": "All news", "ttl": {"default": "30d", "promo": "90m"},
             "tenant_key": "demo", "inbox_key": "DEFAULT", "uid": "up"}
            """));
  }

  private List<ExpectedItem> messages() {
    return List.of(
        message(ADA, ids.invoice(), LIFE, to("ada", INVOICE), true),
        message(BOB, ids.invoice(), LIFE, to("bob", INVOICE), true),
        message(ADA, ids.hint(), LIFE, to("ada", HINT), false),
        message(BOB, ids.welcome(), LIFE, to("bob", WELCOME), true),
        message(PUBLIC, ids.sale(), LIFE_OF_PROMO, DemoClient.parsed(SALE), false),
        message(PUBLIC, ids.notice(), LIFE, DemoClient.parsed(NOTICE), false));
  }

  private List<ExpectedItem> receipts() {
    return List.of(
        receipt(ADA, ids.sale(), LIFE_OF_PROMO, "{\"taxonomy\": {\"category\": \"promo\"}}"),
        receipt(BOB, ids.sale(), LIFE_OF_PROMO, "{\"taxonomy\": {\"category\": \"promo\"}}"),
        receipt(BOB, ids.notice(), LIFE, "{}"));
  }

  private static List<ExpectedItem> counters() {
    return List.of(
        counter("ada", "*", 2, 2),
        counter("ada", "billing", 1, 1),
        counter("ada", "promo", 0, 1),
        counter("bob", "*", 2, 4),
        counter("bob", "billing", 1, 1),
        counter("bob", "promo", 0, 1),
        counter("bob", "news", 1, 1),
        item(
            """
            {"pk": "t#demoG#$public#DEFAULT", "sk": "c#*", "kind": "US", "published": 2,
             "tenant_key": "demo", "inbox_key": "DEFAULT", "uid": "$public"}
            """),
        item(
            """
            {"pk": "t#demoG#$public#DEFAULT", "sk": "c#promo", "kind": "US", "published": 1,
             "tenant_key": "demo", "inbox_key": "DEFAULT", "uid": "$public"}
            """));
  }

  private static ExpectedItem counter(String uid, String category, int published, int read) {
    ObjectNode item = DemoClient.parsed("{\"kind\": \"US\", \"tenant_key\": \"demo\"}");
    item.put("pk", "t#demoU#" + uid + "#DEFAULT").put("sk", "c#" + category);
    item.put("published", published).put("read", read).put("inbox_key", "DEFAULT").put("uid", uid);
    return item(item.toString());
  }

  /** What a recipient has of a message: it names no other. */
  private static ObjectNode to(String uid, String message) {
    ObjectNode item = DemoClient.parsed(message).put("uid", uid);
    item.withObject("/audiences").putArray("uids").add(uid);
    return item;
  }

  private ExpectedItem message(
      String pk, String id, Duration life, ObjectNode attributes, boolean read) {
    attributes.put("kind", "UM").put("id", id).put("tenant_key", "demo");
    return item(
        attributes.put("pk", pk).put("sk", "m#" + id).put("inbox_key", "DEFAULT"),
        found -> {
          long received = moments.nearestSecond(found.path("received").asLong());
          ObjectNode item = attributes.deepCopy().put("received", received);
          item.put("delivered", received).put("expiredat", received + life.toSeconds());
          return read ? item.put("readat", readat(found)) : item;
        });
  }

  private ExpectedItem receipt(String pk, String id, Duration life, String attributes) {
    ObjectNode known = DemoClient.parsed(attributes).put("pk", pk).put("sk", "m#" + id);
    return item(
        known,
        found -> {
          long received = found.path("expiredat").asLong() - life.toSeconds();
          long expiredat = moments.nearestSecond(received) + life.toSeconds();
          return known.deepCopy().put("readat", readat(found)).put("expiredat", expiredat);
        });
  }

  private long readat(ObjectNode found) {
    return moments.nearestSecond(found.path("readat").asLong());
  }

  private static ExpectedItem item(String attributes) {
    ObjectNode item = DemoClient.parsed(attributes);
    return item(item, found -> item.deepCopy());
  }

  private static ExpectedItem item(ObjectNode known, UnaryOperator<ObjectNode> attributes) {
    return ExpectedItem.revised(TABLE, known, attributes);
  }
}
