package io.tributary.e2e.inbox;

import static io.tributary.e2e.inbox.InboxItems.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Messages, receipts, counters and settings, from request or fact to item. */
@OnSharedPipeline
final class InboxJourneyIT {

  private static final int ROUNDS = 60;

  /** 2100-01-01: what was published long ago must not expire while tests run. */
  private static final long IN_2100 = 4_102_444_800L;

  private static final String INVOICE = "07AEH01P4K9ZQ2M7X";
  private static final String SALE = "07AEH01R0B8C3D5EF";

  private static final String INVOICE_ITEM =
      """
      {"pk":"t#acmeU#u-1001#DEFAULT","sk":"m#07AEH01P4K9ZQ2M7X","kind":"UM",
       "id":"07AEH01P4K9ZQ2M7X","host_system_id":"inv-2025-000184","sender":"admin-7",
       "audiences":{"kind":"users","label":"Invoice recipients","uids":["u-1001"]},
       "received":1756093980,"delivered":1756093980,"expiredat":4102444800,
       "taxonomy":{"category":"billing"},
       "message":{"title":"Invoice ready","body":"Your August invoice is available.",
        "cta_uri":"acme://invoices/184"},
       "tenant_key":"acme","inbox_key":"DEFAULT","uid":"u-1001"}
      """;

  private static final String SALE_ITEM =
      """
      {"pk":"t#acmeG#$public#DEFAULT","sk":"m#07AEH01R0B8C3D5EF","kind":"UM",
       "id":"07AEH01R0B8C3D5EF","host_system_id":null,"sender":"admin-7",
       "audiences":{"kind":"everyone","label":"All customers"},
       "received":1756093980,"delivered":1756093980,"expiredat":4102444800,
       "taxonomy":{"category":"promo"},
       "message":{"title":"Summer sale",
        "body":{"blocks":[{"type":"text","value":"20% off"}],"v":1},"cta_uri":null},
       "tenant_key":"acme","inbox_key":"DEFAULT","uid":"$public"}
      """;

  private static final String RECEIPT =
      """
      {"pk":"t#acmeU#u-1001#DEFAULT","sk":"m#07AEH01R0B8C3D5EF",
       "taxonomy":{"category":"promo"},"readat":1756095000,"expiredat":4102444800}
      """;

  private static final List<String> COUNTERS =
      List.of(
          """
          {"pk":"t#acmeU#u-1001#DEFAULT","sk":"c#*","kind":"US","published":1,"read":1,
           "tenant_key":"acme","inbox_key":"DEFAULT","uid":"u-1001"}
          """,
          """
          {"pk":"t#acmeU#u-1001#DEFAULT","sk":"c#billing","kind":"US","published":1,"read":0,
           "tenant_key":"acme","inbox_key":"DEFAULT","uid":"u-1001"}
          """,
          """
          {"pk":"t#acmeU#u-1001#DEFAULT","sk":"c#promo","kind":"US","published":0,"read":1,
           "tenant_key":"acme","inbox_key":"DEFAULT","uid":"u-1001"}
          """);

  private static final List<String> PUBLIC_COUNTERS =
      List.of(
          """
          {"pk":"t#acmeG#$public#DEFAULT","sk":"c#*","kind":"US","published":1,
           "tenant_key":"acme","inbox_key":"DEFAULT","uid":"$public"}
          """,
          """
          {"pk":"t#acmeG#$public#DEFAULT","sk":"c#promo","kind":"US","published":1,
           "tenant_key":"acme","inbox_key":"DEFAULT","uid":"$public"}
          """);

  private final Bench bench;
  private final InboxApi api;
  private final InboxFacts facts;
  private final InboxItems items;

  InboxJourneyIT(Bench bench) {
    this.bench = bench;
    this.api = new InboxApi(bench.http(), bench.pipeline().http());
    this.facts = new InboxFacts(bench.topics(), new AvroFiles());
    this.items = new InboxItems(bench.tables());
  }

  @Test
  void shouldStoreTheDocumentedItemsAttributeForAttribute() {
    Inbox acme = Inbox.of("acme");
    publishTheExamples(acme);
    bench.pipeline().awaitDrained();
    facts.append(
        acme, "u-1001", Instant.parse("2025-08-25T04:10:00.999Z"), facts.readMessage(SALE));
    bench.pipeline().awaitDrained();

    assertThat(items.all("t#acmeU#u-1001#DEFAULT"))
        .containsExactlyInAnyOrder(
            object(INVOICE_ITEM),
            object(RECEIPT),
            object(COUNTERS.get(0)),
            object(COUNTERS.get(1)),
            object(COUNTERS.get(2)));
    assertThat(items.all("t#acmeG#$public#DEFAULT"))
        .containsExactlyInAnyOrder(
            object(SALE_ITEM), object(PUBLIC_COUNTERS.get(0)), object(PUBLIC_COUNTERS.get(1)));
    assertThat(items.item("t#acmeU#u-1002#DEFAULT", "m#" + INVOICE))
        .hasValue(object(INVOICE_ITEM.replace("u-1001", "u-1002")));
    assertThat(items.whole("t#acmeU#u-1001#DEFAULT", "m#" + SALE).orElseThrow())
        .containsOnlyKeys("pk", "sk", "taxonomy", "readat", "expiredat", "rev");
  }

  private void publishTheExamples(Inbox acme) {
    Instant accepted = Instant.parse("2025-08-25T03:53:00.123Z");
    GenericRecord invoice =
        facts
            .details("Invoice ready", "\"Your August invoice is available.\"")
            .set("host_system_id", "inv-2025-000184")
            .set("label", "Invoice recipients")
            .set("cta_uri", "acme://invoices/184")
            .build();
    GenericRecord sale =
        facts
            .details(
                "Summer sale", "{\"blocks\":[{\"type\":\"text\",\"value\":\"20% off\"}],\"v\":1}")
            .set("label", "All customers")
            .build();
    facts.publish(
        acme,
        accepted,
        INVOICE,
        facts.publication(List.of("u-1001", "u-1002"), "billing", IN_2100, invoice).build());
    facts.publish(
        acme,
        accepted.plusMillis(4),
        SALE,
        facts.publication(List.of(), "promo", IN_2100, sale).build());
  }

  @Test
  void shouldPublishToUsers() throws Exception {
    Inbox inbox = new Inbox("journey-users", "second inbox");
    long before = Instant.now().getEpochSecond();
    Answer answer =
        api.publish(
            inbox,
            """
            {"audiences":{"kind":"users","label":"Two","uids":["ann","b&b, 50%/x"]},
             "host_system_id":"host/1","sender":"billing-engine",
             "taxonomy":{"category":"a category"},
             "message":{"title":"Invoice \\u20ac","body":["mixed",1.50,true,null,{"n":1e2,"e":{}}],
              "cta_uri":"acme://invoices/184"}}
            """);
    String id = InboxApi.accepted(answer, 2);
    bench.pipeline().awaitDrained();

    Map<String, Object> item = items.message(inbox, "ann", id).orElseThrow();
    long received = number(item, "received");
    assertThat(received).isBetween(before, Instant.now().getEpochSecond());
    String expected =
        """
        {"pk":"t#journey-usersU#%1$s#second inbox","sk":"m#%2$s","kind":"UM","id":"%2$s",
         "host_system_id":"host/1","sender":"billing-engine",
         "audiences":{"kind":"users","label":"Two","uids":["%1$s"]},
         "received":%3$d,"delivered":%3$d,"expiredat":%4$d,
         "taxonomy":{"category":"a category"},
         "message":{"title":"Invoice \u20ac","body":["mixed",1.5,true,null,{"n":100,"e":{}}],
          "cta_uri":"acme://invoices/184"},
         "tenant_key":"journey-users","inbox_key":"second inbox","uid":"%1$s"}
        """;
    assertThat(item)
        .isEqualTo(object(expected.formatted("ann", id, received, received + 2_592_000)));
    assertThat(items.message(inbox, "b&b, 50%/x", id))
        .hasValue(object(expected.formatted("b&b, 50%/x", id, received, received + 2_592_000)));
    for (String uid : List.of("ann", "b&b, 50%/x")) {
      assertThat(items.counters(inbox, uid)).isEqualTo(Map.of("*", "1/0", "a category", "1/0"));
    }
    assertThat(items.all(inbox.publicPk())).isEmpty();
  }

  @Test
  void shouldPublishToEveryoneOnce() throws Exception {
    Inbox inbox = Inbox.of("journey-everyone");
    String id =
        InboxApi.accepted(
            api.publish(
                inbox,
                """
                {"audiences":{"kind":"everyone","label":"All"},"host_system_id":null,
                 "message":{"title":"No category","body":"plain","cta_uri":null}}
                """),
            null);
    bench.pipeline().awaitDrained();

    Map<String, Object> item = items.message(inbox, Inbox.PUBLIC, id).orElseThrow();
    long received = number(item, "received");
    assertThat(item)
        .isEqualTo(
            object(
                """
                {"pk":"t#journey-everyoneG#$public#DEFAULT","sk":"m#%1$s","kind":"UM",
                 "id":"%1$s","host_system_id":null,"sender":"all",
                 "audiences":{"kind":"everyone","label":"All"},
                 "received":%2$d,"delivered":%2$d,"expiredat":%3$d,
                 "message":{"title":"No category","body":"plain","cta_uri":null},
                 "tenant_key":"journey-everyone","inbox_key":"DEFAULT","uid":"$public"}
                """
                    .formatted(id, received, received + 2_592_000)));
    assertThat(items.item(inbox.publicPk(), "c#*"))
        .hasValue(
            object(
                """
                {"pk":"t#journey-everyoneG#$public#DEFAULT","sk":"c#*","kind":"US",
                 "published":1,"tenant_key":"journey-everyone","inbox_key":"DEFAULT",
                 "uid":"$public"}
                """));
    assertThat(items.all(inbox.publicPk())).hasSize(2);
  }

  @Test
  void shouldKeepSettings() throws Exception {
    Inbox inbox = Inbox.of("journey-settings");
    String settings =
        """
        {"kind":"TS","title":"Acme Bank","ttl":"30d","tenant_key":"journey-settings",
         "uid":"all"}
        """;
    String config =
        """
        {"kind":"IC","title":"General","description":"Default inbox",
         "ttl":{"default":"30d","promo":"7d"},"tenant_key":"journey-settings",
         "inbox_key":"DEFAULT","uid":"all"}
        """;
    assertThat(api.settings(inbox, "{\"title\":\"Acme Bank\",\"ttl\":\"30d\"}"))
        .isEqualTo(Answer.parse(settings));
    assertThat(
            api.config(
                inbox,
                """
                {"title":"General","description":"Default inbox",
                 "ttl":{"default":"30d","promo":"7d"}}
                """))
        .isEqualTo(Answer.parse(config));
    bench.pipeline().awaitDrained();

    assertThat(items.item("t#journey-settings", "st#tenant_settings"))
        .hasValue(stored(settings, "t#journey-settings", "st#tenant_settings"));
    assertThat(items.item("t#journey-settings", "si#DEFAULT"))
        .hasValue(stored(config, "t#journey-settings", "si#DEFAULT"));

    String changed = settings.replace("Acme Bank", "Acme").replace("30d", "720d");
    assertThat(api.settings(inbox, "{\"title\":\"Acme\",\"ttl\":\"720d\"}"))
        .isEqualTo(Answer.parse(changed));
    bench.pipeline().awaitDrained();
    assertThat(items.all("t#journey-settings"))
        .containsExactly(
            stored(config, "t#journey-settings", "si#DEFAULT"),
            stored(changed, "t#journey-settings", "st#tenant_settings"));
  }

  @Test
  void shouldReadOnce() throws Exception {
    Inbox inbox = Inbox.of("journey-reads");
    String own = api.toUsers(inbox, List.of("ann", "bob"), InboxSamples.message("own", "billing"));
    String open = api.toEveryone(inbox, InboxSamples.message("open", "billing"));
    long before = Instant.now().getEpochSecond();
    api.read(inbox, "ann", own, open, own);
    bench.pipeline().awaitDrained();

    Map<String, Object> message = items.message(inbox, "ann", own).orElseThrow();
    Map<String, Object> receipt = items.message(inbox, "ann", open).orElseThrow();
    assertThat(number(message, "readat")).isBetween(before, Instant.now().getEpochSecond());
    assertThat(receipt)
        .isEqualTo(
            object(
                """
                {"pk":"t#journey-readsU#ann#DEFAULT","sk":"m#%s",
                 "taxonomy":{"category":"billing"},"readat":%d,"expiredat":%d}
                """
                    .formatted(
                        open,
                        number(message, "readat"),
                        number(
                            items.message(inbox, Inbox.PUBLIC, open).orElseThrow(), "expiredat"))));

    String later = "{\"messages\":[\"%s\",\"%s\"]}".formatted(open, own);
    facts.append(inbox, "ann", Instant.now().plusSeconds(3600), facts.readMessage(own));
    facts.append(inbox, "ann", Instant.now().plusSeconds(3600), facts.readMessage(open));
    assertThat(api.reads(inbox, "ann", later).status()).isEqualTo(202);
    api.readUntil(inbox, "ann", before + 3600);
    bench.pipeline().awaitDrained();

    assertThat(items.message(inbox, "ann", own)).hasValue(message);
    assertThat(items.message(inbox, "ann", open)).hasValue(receipt);
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "1/2", "billing", "1/2"));
    assertThat(items.counters(inbox, "bob")).isEqualTo(Map.of("*", "1/0", "billing", "1/0"));
    assertThat(items.message(inbox, "bob", own).orElseThrow()).doesNotContainKey("readat");
    assertThat(items.ids(inbox, "bob")).containsExactly(own);
    assertThat(items.counters(inbox, Inbox.PUBLIC)).isEqualTo(Map.of("*", "1", "billing", "1"));
  }

  @Test
  void shouldCountAReadThatIsSentRightAfterThePublishsAnswer() throws Exception {
    Inbox inbox = Inbox.of("right-after");
    List<String> own = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String uid = "user-" + round % 7;
      own.add(api.toUsers(inbox, List.of(uid), InboxSamples.message("own", "billing")));
      api.read(inbox, uid, own.get(round));
      open.add(api.toEveryone(inbox, InboxSamples.message("open", "promo")));
      api.read(inbox, uid, open.get(round));
    }
    bench.pipeline().awaitDrained();

    for (int round = 0; round < ROUNDS; round++) {
      String uid = "user-" + round % 7;
      assertThat(items.message(inbox, uid, own.get(round)).orElseThrow()).containsKey("readat");
      assertThat(items.message(inbox, uid, open.get(round)).orElseThrow()).containsKey("readat");
    }
    for (int user = 0; user < 7; user++) {
      int rounds = (ROUNDS - user + 6) / 7;
      assertThat(items.counters(inbox, "user-" + user))
          .isEqualTo(
              Map.of(
                  "*", rounds + "/" + 2 * rounds,
                  "billing", rounds + "/" + rounds,
                  "promo", "0/" + rounds));
    }
    assertThat(items.counters(inbox, Inbox.PUBLIC))
        .isEqualTo(Map.of("*", "" + ROUNDS, "promo", "" + ROUNDS));
    System.out.println("inbox-right-after: reads=" + 2 * ROUNDS);
  }

  @Test
  void shouldRemovePublishedMessages() throws Exception {
    Inbox inbox = Inbox.of("journey-redactions");
    String own = api.toUsers(inbox, List.of("ann", "bob"), InboxSamples.message("own", "billing"));
    String kept = api.toUsers(inbox, List.of("ann"), InboxSamples.message("kept", "billing"));
    String open = api.toEveryone(inbox, InboxSamples.message("open", "promo"));
    api.read(inbox, "ann", own, open, kept);
    api.read(inbox, "cid", open);
    bench.pipeline().awaitDrained();
    assertThat(items.ids(inbox, "ann")).containsExactlyInAnyOrder(own, kept, open);
    assertThat(items.counters(inbox, "ann"))
        .isEqualTo(Map.of("*", "2/3", "billing", "2/2", "promo", "0/1"));

    api.redact(inbox, own);
    api.redact(inbox, open);
    api.redact(inbox, open);
    bench.pipeline().awaitDrained();
    // Nothing of it comes back with a read that comes late.
    api.read(inbox, "ann", own, open);
    api.read(inbox, "bob", own, open);
    bench.pipeline().awaitDrained();

    assertThat(items.ids(inbox, "ann")).containsExactly(kept);
    assertThat(items.ids(inbox, "bob")).isEmpty();
    assertThat(items.ids(inbox, "cid")).isEmpty();
    assertThat(items.ids(inbox, Inbox.PUBLIC)).isEmpty();
    assertThat(items.counters(inbox, "ann"))
        .isEqualTo(Map.of("*", "1/1", "billing", "1/1", "promo", "0/0"));
    assertThat(items.counters(inbox, "bob")).isEqualTo(Map.of("*", "0/0", "billing", "0/0"));
    assertThat(items.counters(inbox, "cid")).isEqualTo(Map.of("*", "0/0", "promo", "0/0"));
    assertThat(items.counters(inbox, Inbox.PUBLIC)).isEqualTo(Map.of("*", "0", "promo", "0"));
  }

  private static Map<String, Object> stored(String answer, String pk, String sk) {
    Map<String, Object> item = object(answer);
    item.put("pk", pk);
    item.put("sk", sk);
    return item;
  }

  private static Map<String, Object> object(String json) {
    return PlainJson.object(json);
  }
}
