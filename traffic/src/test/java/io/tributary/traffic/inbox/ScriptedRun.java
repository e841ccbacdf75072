package io.tributary.traffic.inbox;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Plain;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.avro.SingleObject;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.avro.generic.GenericRecord;

/**
 * A run whose contents are as they must be, until a test spoils them. What spoils says whether
 * there was anything of its kind.
 */
final class ScriptedRun {

  private static final int REQUESTS = 100;
  private static final Credentials CREDENTIALS = new Credentials("admin", "service", Map.of());

  final ScriptedLog log;
  final List<Delivery> deliveries = new ArrayList<>();
  private final InboxModel model = new InboxModel();

  ScriptedRun(long seed) {
    ScriptedInbox inbox = new ScriptedInbox(seed);
    Traffic traffic = model.traffic(seed, "r" + seed, CREDENTIALS, inbox::now);
    for (Request request : traffic.preparation()) {
      deliveries.add(inbox.send(request));
    }
    for (int i = 0; i < REQUESTS; i++) {
      Delivery delivery = inbox.send(traffic.next());
      deliveries.add(delivery);
      traffic.settled(delivery);
    }
    log = inbox.finish();
  }

  List<String> violations() {
    return model.violations(log, deliveries);
  }

  private interface Edit {
    void of(List<LogRecord> records, int index);
  }

  /** Edits the first record of a topic for which that is true. */
  private boolean edit(String topic, Predicate<GenericRecord> which, Edit edit) {
    List<LogRecord> records = log.topics.getOrDefault(topic, List.of());
    for (int i = 0; i < records.size(); i++) {
      if (which.test(value(records.get(i)))) {
        edit.of(records, i);
        return true;
      }
    }
    return false;
  }

  private static GenericRecord value(LogRecord record) {
    return SingleObject.decode(Objects.requireNonNull(record.value()));
  }

  /** Loses the first record of a topic. */
  boolean lose(String topic) {
    return edit(topic, any -> true, (records, i) -> records.remove(i));
  }

  /** Repeats the first record of a topic right behind itself. */
  boolean repeat(String topic) {
    return edit(topic, any -> true, (records, i) -> records.add(i, records.get(i)));
  }

  /** Loses the first event of that type. */
  boolean loseEvent(String type) {
    return edit("inbox.events", fact -> isEvent(fact, type), (records, i) -> records.remove(i));
  }

  /** Repeats the first event of that type. */
  boolean repeatEvent(String topic, String type) {
    return edit(
        topic,
        fact -> isEvent(fact, type) && !isClaimed(fact),
        (records, i) -> records.add(i, records.get(i)));
  }

  private static boolean isEvent(GenericRecord fact, String type) {
    return Fields.type(Fields.inner(fact, "event")).equals(type);
  }

  private boolean isClaimed(GenericRecord fact) {
    return log.topic("inbox.publish-commands").stream()
        .anyMatch(command -> Fields.requestId(value(command)).equals(Fields.requestId(fact)));
  }

  /** Loses the first publish or redaction that no command led to. */
  boolean losePublish() {
    return edit("inbox.publishes", fact -> !isClaimed(fact), (records, i) -> records.remove(i));
  }

  boolean loseClaimed() {
    return edit("inbox.publishes", this::isClaimed, (records, i) -> records.remove(i));
  }

  boolean repeatClaimed() {
    return edit("inbox.publishes", this::isClaimed, (records, i) -> records.add(i, records.get(i)));
  }

  /** Loses both records of a key. */
  boolean loseStates(String topic) {
    return edit(topic, any -> true, (records, i) -> records.subList(i, i + 2).clear());
  }

  /** Swaps both records of a key. */
  boolean swapStates(String topic) {
    return edit(topic, any -> true, (records, i) -> Collections.swap(records, i, i + 1));
  }

  /** Counts one too many in the newest record of a counter. */
  boolean countTwice() {
    return edit(
        "inbox.stats",
        state -> Fields.whole(state, "rev") == 2,
        (records, i) -> {
          GenericRecord state = value(records.get(i));
          state.put("published", Fields.whole(state, "published") + 1);
          LogRecord before = records.get(i);
          ByteBuffer bytes = ByteBuffer.wrap(SingleObject.encode(state));
          records.set(
              i,
              new LogRecord(
                  before.topic(),
                  before.partition(),
                  before.offset(),
                  before.timestamp(),
                  before.key(),
                  bytes,
                  before.headers()));
        });
  }

  private Optional<List<Object>> key(String sk, String attribute) {
    return log.table.entrySet().stream()
        .filter(item -> item.getKey().get(1).toString().startsWith(sk))
        .filter(item -> item.getValue().containsKey(attribute))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Changes a number of an item whose sort key begins so. */
  boolean change(String sk, String attribute, long value) {
    Optional<List<Object>> key = key(sk, attribute);
    key.map(log.table::get).ifPresent(item -> item.put(attribute, Plain.number(value)));
    return key.isPresent();
  }

  /** Loses an item whose sort key begins so. */
  boolean loseItem(String sk) {
    return key(sk, "rev").map(log.table::remove).isPresent();
  }

  /** Brings an item back, as a stale write would. */
  boolean addItem() {
    Optional<List<Object>> key = key("m#", "kind");
    key.ifPresent(k -> log.table.put(List.of(k.get(0), "m#GONE"), new HashMap<>(log.table.get(k))));
    return key.isPresent();
  }

  /** Answers the first request with that verdict otherwise. */
  boolean answer(Verdict verdict, int status) {
    return answer(delivery -> RequestFactory.verdict(delivery.request()) == verdict, status, "{}");
  }

  /** Answers the first accepted publish with the id of none. */
  boolean answerOtherId() {
    return answer(
        delivery -> delivery.request().method().equals("POST") && delivery.acknowledged(),
        202,
        "{\"id\":\"OTHER\",\"recipients\":null}");
  }

  private boolean answer(Predicate<Delivery> which, int status, String answer) {
    for (int i = 0; i < deliveries.size(); i++) {
      Delivery before = deliveries.get(i);
      if (which.test(before)) {
        deliveries.set(
            i,
            new Delivery(before.request(), status, answer, before.firstSent(), before.settled()));
        return true;
      }
    }
    return false;
  }
}
