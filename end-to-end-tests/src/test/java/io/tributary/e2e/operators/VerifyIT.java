package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Families;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tables of all families, spoiled by hand: found exactly, repaired exactly. */
@Tag("storm")
@TestInstance(Lifecycle.PER_CLASS)
final class VerifyIT {

  private static final List<String> EXPIRIES =
      List.of("expiration_time", "ExpiryTime", "expiredat", "ttl");
  private static final String THREAD = "o#u#t1";
  private static final String REV = "rev";
  private static final String BUSY = "devices,history,inbox";
  private static final String TO_ADA = "\"kind\":\"users\",\"uids\":[\"ada\"]";

  private final Workplace place = Workplace.named(VerifyIT.class.getSimpleName());
  private final WholePipeline pipeline = WholePipeline.start(place);
  private final SampleTraffic traffic =
      new SampleTraffic(new HttpProbe(place.statistics()), pipeline.http());
  private final Tables tables = new Tables(pipeline.endpoints());

  /** What must be found, each as finding, table and key. */
  private final List<String> spoiled = new ArrayList<>();

  @AfterAll
  void end() {
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldFindAndRepairExactlyTheDifferences() throws Exception {
    traffic.send();
    pipeline.awaitDrained();
    expectNothing(verify());

    sendBackMended();
    findNothingWhileTrafficGoesOn();
    pipeline.awaitDrained();
    expectNothing(verify());

    Map<String, Map<List<Object>, Map<String, Object>>> before = snapshot();
    compareWithACopy();
    spoil();
    Map<String, Map<List<Object>, Map<String, Object>>> wrong = snapshot();
    assertThat(wrong).isNotEqualTo(before);
    expectSpoiled(verify());
    assertThat(snapshot()).isEqualTo(wrong);

    repairAndDeleteOnlyWhenTold(wrong);
    pipeline.awaitDrained();
    assertThat(snapshot()).isEqualTo(before);
    expectNothing(verify());
    try (Topics topics = new Topics(pipeline.endpoints())) {
      assertThat(topics.read("inbox.expiries")).isEmpty();
    }

    leaveAloneWhatTopicsHaveForgotten();
  }

  private void repairAndDeleteOnlyWhenTold(
      Map<String, Map<List<Object>, Map<String, Object>>> wrong) {
    Completed many = verify("--repair", "--delete-extra");
    assertThat(many.exitCode()).as(many.out()).isEqualTo(1);
    assertThat(many.err())
        .containsPattern("not repaired: 1 of \\d items of \\w+")
        .contains("--yes");
    assertThat(snapshot()).isEqualTo(wrong);

    long extra = spoiled.stream().filter(found -> found.startsWith("extra ")).count();
    Completed kept = verify("--repair");
    assertThat(kept.exitCode()).as(kept.out() + kept.err()).isEqualTo(3);
    assertThat(kept.err())
        .containsPattern("1 of \\d+ items of tenants are extra; `--delete-extra`");
    assertThat(findings(kept)).containsExactlyInAnyOrderElementsOf(spoiled);
    assertThat(sum(kept, "repaired")).isEqualTo((int) (spoiled.size() - extra));

    Completed repair = verify("--repair", "--delete-extra", "--yes");
    assertThat(repair.exitCode()).as(repair.out() + repair.err()).isZero();
    assertThat(findings(repair)).hasSize((int) extra).allMatch(spoiled::contains);
    assertThat(sum(repair, "repaired")).isEqualTo((int) extra);
  }

  /** A reading that the sink has refused, since by hand its batch id was another device's. */
  private void sendBackMended() throws IOException {
    Map<String, AttributeValue> claim = item("processed_batches", has("batch_id", "b1"));
    Map<String, AttributeValue> other = with(claim, "batch_id", AttributeValue.fromS("b5"));
    put(
        "processed_batches",
        with(other, "hardware_id", AttributeValue.fromS(SampleTraffic.OTHER_DEVICE)));
    traffic.upload(SampleTraffic.DEVICE, "b5", SampleTraffic.MEASURED + 5);
    pipeline.awaitDrained();
    tables
        .client()
        .deleteItem(
            request ->
                request
                    .tableName(tables.name("processed_batches"))
                    .key(key("processed_batches", other)));
    Completed listed =
        deadLetters("list", "--family", "devices", "--code", "ITEM_REJECTED", "--output", "json");
    String deadLetter = lines(listed).get(0).get("id").asText();
    String value = deadLetters("show", deadLetter, "--value-alone").out();
    Path mended = Files.createDirectories(place.freshFolder("mended")).resolve("value.json");
    Files.writeString(mended, value.replace("1.0.16", "2.0.0"));
    deadLetters("edit", deadLetter, "--value", mended.toString());
  }

  private Completed deadLetters(String... more) {
    List<String> command = new ArrayList<>(List.of("dead-letters"));
    command.addAll(List.of(more));
    Completed done =
        pipeline.launcher().run(pipeline.endpoints().appendedTo(command.toArray(String[]::new)));
    assertThat(done.exitCode()).as(done.command() + done.err()).isZero();
    return done;
  }

  /**
   * Items that change meanwhile may be in flight and are not wrong; an item that is at rest and
   * wrong is found, and repaired.
   */
  private void findNothingWhileTrafficGoesOn() {
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Integer> sending = CompletableFuture.supplyAsync(() -> sendUntil(enough));
    try {
      assertThat(wrong(verify("--families", BUSY))).isEmpty();
      Map<String, AttributeValue> quiet = item("history", has("message_id", "m2"));
      put("history", with(quiet, "content", AttributeValue.fromS("Never said.")));
      Completed repair = verify("--families", BUSY, "--repair");
      assertThat(wrong(repair)).containsExactly("different " + nameOf("history", quiet));
      assertThat(sum(repair, "repaired")).isEqualTo(1);
      assertThat(item("history", has("message_id", "m2"))).isEqualTo(quiet);
      assertThat(wrong(verify("--families", BUSY))).isEmpty();
    } finally {
      enough.set(true);
    }
    int rounds = sending.join();
    System.out.println("verified while so many rounds of traffic went on: " + rounds);
    assertThat(rounds).isGreaterThan(10);
  }

  private int sendUntil(AtomicBoolean enough) {
    int sent = 0;
    try {
      while (!enough.get()) {
        traffic.message("busy", "busy-" + sent);
        traffic.read("ada", traffic.publish(TO_ADA));
        traffic.redact(traffic.publish(TO_ADA));
        traffic.upload(SampleTraffic.DEVICE, "busy-" + sent, SampleTraffic.MEASURED + 10 + sent);
        sent++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sent;
  }

  private void compareWithACopy() {
    Completed made =
        pipeline
            .launcher()
            .run(pipeline.endpoints().appendedTo("tables", "create", "--table-prefix", "copy-"));
    assertThat(made.exitCode()).as(made.err()).isZero();
    for (String table : Families.TABLES) {
      items(table).forEach(item -> put("copy-" + table, item));
    }
    expectNothing(verify("--against", "copy-"));
    Map<String, AttributeValue> thread = item("history", in(THREAD, "THREAD#t1"));
    put("copy-history", with(thread, REV, AttributeValue.fromN("7")));
    Completed different = verify("--tables", "history", "--against", "copy-");
    assertThat(different.exitCode()).isEqualTo(3);
    assertThat(findings(different)).containsExactly("different history o#u#t1 THREAD#t1");
    expectNothing(verify("--tables", "history", "--against", "copy-", "--ignore-rev"));
  }

  /** One way each in which a table can be wrong. */
  private void spoil() {
    delete("missing", "inbox", item("inbox", has("kind", "UM")));
    Map<String, AttributeValue> counter = item("inbox", has("sk", "c#*"));
    change("inbox", with(counter, "published", AttributeValue.fromN("77")));
    Map<String, AttributeValue> raised = item("inbox", has("kind", "TS"));
    change("inbox", with(raised, REV, AttributeValue.fromN("9000000000000000")));
    add("inbox", with(item("inbox", has("kind", "UM")), "sk", AttributeValue.fromS("m#by hand")));

    Map<String, AttributeValue> message = item("history", has("message_id", "m2"));
    change("history", with(message, "content", AttributeValue.fromS("Never said.")));
    delete("missing", "history", item("history", in("o#u", "THREAD#t1")));
    Map<String, AttributeValue> thread = item("history", in("o#u", "THREAD#t2"));
    change("history", with(thread, REV, AttributeValue.fromN("1")));
    add("history", with(message, "SK", AttributeValue.fromS("MSG#by hand")));

    delete("missing", "processed_batches", item("processed_batches", has("batch_id", "b2")));
    Map<String, AttributeValue> claim = item("processed_batches", has("batch_id", "b3"));
    change(
        "processed_batches",
        with(claim, "hardware_id", AttributeValue.fromS(SampleTraffic.OTHER_DEVICE)));
    Map<String, AttributeValue> reading = item("device_readings", has("batch_id", "b4"));
    Map<String, AttributeValue> renamed = new HashMap<>(reading);
    renamed.remove("firmware_version");
    change("device_readings", renamed);
    Map<String, AttributeValue> mended = item("device_readings", has("firmware_version", "2.0.0"));
    assertThat(mended).matches(has("batch_id", "b5"));
    change("device_readings", with(mended, "firmware_version", AttributeValue.fromS("1.0.16")));
    add(
        "device_readings",
        with(reading, "ts_batch", AttributeValue.fromS("0000000000001#by hand")));
    delete("missing", "device_readings", item("device_readings", has("batch_id", "b2")));
    delete("missing", "devices", item("devices", any -> true));
    delete("missing", "api_keys", item("api_keys", any -> true));

    delete("missing", "tenants", item("tenants", has("sk", "META")));
    add(
        "tenants",
        with(item("tenants", has("user_id", "ada")), "sk", AttributeValue.fromS("USER#eve")));
    putUnnoticed();
    delete("missing", "conversations", item("conversations", has("sk", "c1")));
    Map<String, AttributeValue> conversation = item("conversations-dev", any -> true);
    change("conversations-dev", with(conversation, "by_hand", AttributeValue.fromBool(true)));
  }

  /** What has expired may go any moment, and is nobody's business. */
  private void putUnnoticed() {
    Map<String, AttributeValue> expired =
        with(item("conversations", has("sk", "c1")), "sk", AttributeValue.fromS("over"));
    put("conversations", with(expired, "ttl", AttributeValue.fromN("1600000000")));
  }

  /** Messages and users that their topics do not tell of any more; users' is compacted. */
  private void leaveAloneWhatTopicsHaveForgotten() {
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.forget("history.messages");
      cluster.forgetCompacted("tenants.users");
    }
    Map<String, Map<List<Object>, Map<String, Object>>> before = snapshot();
    Completed forgotten = verify("--tables", "history,tenants", "--repair");
    assertThat(forgotten.exitCode()).as(forgotten.out() + forgotten.err()).isZero();
    assertThat(findings(forgotten))
        .allMatch(line -> line.startsWith("unknown "))
        .anyMatch(line -> line.startsWith("unknown history "))
        .anyMatch(line -> line.startsWith("unknown tenants "));
    assertThat(snapshot()).isEqualTo(before);
    assertThat(items("history")).anyMatch(has("message_id", "m1"));
    assertThat(items("tenants")).anyMatch(has("user_id", "ada"));
  }

  private Completed verify(String... more) {
    List<String> command =
        new ArrayList<>(pipeline.endpoints().appendedTo("verify", "--output", "json"));
    command.addAll(List.of(more));
    return pipeline.launcher().run(command);
  }

  private static void expectNothing(Completed verified) {
    assertThat(findings(verified)).as(verified.command() + verified.err()).isEmpty();
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    assertThat(sum(verified, "equal")).isPositive();
  }

  private void expectSpoiled(Completed verified) {
    assertThat(findings(verified)).containsExactlyInAnyOrderElementsOf(spoiled);
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isEqualTo(3);
    assertThat(lines(verified)).filteredOn(line -> line.has("alarm")).hasSize(1);
    assertThat(sum(verified, "repaired")).isZero();
  }

  private static List<JsonNode> lines(Completed verified) {
    return verified.out().lines().map(Answer::parse).toList();
  }

  private static List<String> findings(Completed verified) {
    return lines(verified).stream()
        .filter(line -> line.has("finding"))
        .map(
            line -> {
              StringBuilder text = new StringBuilder(line.get("finding").asText());
              text.append(' ').append(line.get("table").asText());
              line.get("key").forEach(part -> text.append(' ').append(part.asText()));
              return text.toString();
            })
        .toList();
  }

  /** Findings of a comparison that came to its end. */
  private static List<String> wrong(Completed verified) {
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isIn(0, 3);
    assertThat(sum(verified, "equal")).isPositive();
    return findings(verified).stream().filter(line -> !line.startsWith("in_flight ")).toList();
  }

  private static int sum(Completed verified, String count) {
    return lines(verified).stream().mapToInt(line -> line.path(count).asInt()).sum();
  }

  private Map<String, Map<List<Object>, Map<String, Object>>> snapshot() {
    Map<String, Map<List<Object>, Map<String, Object>>> all = new TreeMap<>();
    for (String table : Families.TABLES) {
      Map<List<Object>, Map<String, Object>> items = new HashMap<>(tables.whole(table));
      items.values().removeIf(VerifyIT::isOver);
      all.put(table, items);
    }
    return all;
  }

  private static boolean isOver(Map<String, Object> item) {
    return EXPIRIES.stream()
        .map(item::get)
        .anyMatch(
            time ->
                time instanceof BigDecimal expiry
                    && expiry.longValue() <= Instant.now().getEpochSecond());
  }

  private List<Map<String, AttributeValue>> items(String table) {
    return tables
        .client()
        .scanPaginator(request -> request.tableName(tables.name(table)).consistentRead(true))
        .items()
        .stream()
        .toList();
  }

  private Map<String, AttributeValue> item(
      String table, Predicate<Map<String, AttributeValue>> wanted) {
    return items(table).stream()
        .filter(wanted)
        .filter(item -> !spoiled.contains("missing " + nameOf(table, item)))
        .findFirst()
        .orElseThrow();
  }

  private static Predicate<Map<String, AttributeValue>> has(String name, String value) {
    return item -> item.containsKey(name) && value.equals(item.get(name).s());
  }

  private static Predicate<Map<String, AttributeValue>> in(String pk, String sk) {
    return has("PK", pk).and(has("SK", sk));
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> other = new HashMap<>(item);
    other.put(name, value);
    return other;
  }

  private void delete(String finding, String table, Map<String, AttributeValue> item) {
    spoiled.add(finding + " " + nameOf(table, item));
    tables
        .client()
        .deleteItem(request -> request.tableName(tables.name(table)).key(key(table, item)));
  }

  private void change(String table, Map<String, AttributeValue> item) {
    spoiled.add("different " + nameOf(table, item));
    put(table, item);
  }

  private void add(String table, Map<String, AttributeValue> item) {
    spoiled.add("extra " + nameOf(table, item));
    put(table, item);
  }

  private void put(String table, Map<String, AttributeValue> item) {
    tables.client().putItem(request -> request.tableName(tables.name(table)).item(item));
  }

  private String nameOf(String table, Map<String, AttributeValue> item) {
    StringBuilder text = new StringBuilder(table);
    keyNames(table)
        .forEach(name -> text.append(' ').append(Objects.requireNonNull(item.get(name)).s()));
    return text.toString();
  }

  private Map<String, AttributeValue> key(String table, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new HashMap<>();
    keyNames(table).forEach(name -> key.put(name, item.get(name)));
    return key;
  }

  private List<String> keyNames(String table) {
    TableDescription description =
        tables.client().describeTable(request -> request.tableName(tables.name(table))).table();
    return description.keySchema().stream().map(part -> part.attributeName()).toList();
  }
}
