package io.tributary.traffic.fake;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Model;
import io.tributary.traffic.Plain;
import io.tributary.traffic.RecordedContents;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.avro.SingleObject;
import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;

/** Runs a model's traffic against a gateway that only writes facts, some of them twice. */
public final class FakeRun {

  private static final String REQUEST = "tributary-request-id";
  private static final Credentials CREDENTIALS = new Credentials("admin", "service", Map.of());

  public final RecordedContents contents = new RecordedContents(Instant.EPOCH);
  public final List<Delivery> deliveries = new ArrayList<>();

  private final RandomChoices random;
  private Instant now = Instant.parse("2026-03-01T00:00:00Z");
  private long facts;

  /** Writes the facts of a request that is right, and answers it. */
  public interface Gateway {
    String handle(FakeRun run, Request request);
  }

  /** A run of so many requests. */
  public FakeRun(Model model, long seed, int count, Gateway gateway) {
    random = new RandomChoices(seed);
    Traffic traffic = model.traffic(seed, "run" + seed, CREDENTIALS, () -> now);
    for (Request request : traffic.preparation()) {
      traffic.settled(deliver(request, gateway, false));
    }
    for (int i = 0; i < count; i++) {
      now = now.plusMillis(random.below(200_000));
      traffic.settled(deliver(traffic.next(), gateway, true));
    }
  }

  private Delivery deliver(Request request, Gateway gateway, boolean failing) {
    boolean refused = RequestFactory.verdict(request) == Verdict.REFUSED;
    int status = refused ? 400 : failing && random.oneIn(20) ? 503 : 202;
    String answer = refused ? "{}" : gateway.handle(this, request);
    if (!refused && request.attempts() > 1 && random.oneIn(20)) {
      gateway.handle(this, request);
    }
    Delivery delivery = new Delivery(request, status, answer, now, now);
    deliveries.add(delivery);
    return delivery;
  }

  /** Time of the request. */
  public Instant now() {
    return now;
  }

  /** The envelope of the next fact of a request. */
  public GenericRecord envelope(Request request) {
    return AvroByName.envelope("fact " + facts++, RequestFactory.id(request), now);
  }

  /** Appends a fact, whose headers name its request. */
  public void append(String topic, String key, GenericRecord fact, Request request) {
    contents.add(record(topic, key, fact, Map.of(REQUEST, RequestFactory.id(request))));
  }

  /** Appends a record. */
  public LogRecord append(String topic, String key, GenericRecord value) {
    LogRecord record = record(topic, key, value, Map.of());
    contents.add(record);
    return record;
  }

  private LogRecord record(
      String topic, String key, GenericRecord value, Map<String, String> headers) {
    return new LogRecord(
        topic,
        0,
        contents.topic(topic).size(),
        now.toEpochMilli(),
        key,
        ByteBuffer.wrap(SingleObject.encode(value)),
        headers);
  }

  /** The index of a fact that stands once in the log and whose request was acknowledged. */
  public int acknowledged(String topic) {
    Map<String, Integer> times = new HashMap<>();
    List<String> ids =
        contents.topic(topic).stream().map(fact -> fact.headers().get(REQUEST)).toList();
    ids.forEach(id -> times.merge(id, 1, Integer::sum));
    for (Delivery delivery : deliveries) {
      String id = RequestFactory.id(delivery.request());
      if (delivery.acknowledged() && times.getOrDefault(id, 0) == 1) {
        return ids.indexOf(id);
      }
    }
    throw new IllegalStateException("no such fact in " + topic);
  }

  /** Appends the dead letter of a record. */
  public void bury(String topic, LogRecord origin, String code, String stage) {
    Map<String, String> headers = new HashMap<>(origin.headers());
    headers.put("tributary-origin", origin.place());
    headers.put("tributary-code", code);
    headers.put("tributary-stage", stage);
    contents.add(
        new LogRecord(
            topic,
            0,
            contents.topic(topic).size(),
            origin.timestamp(),
            origin.key(),
            origin.value(),
            headers));
  }

  /** Puts an item with the rev of its newest record, if it has one. */
  public void put(String table, List<Object> key, Map<String, Object> item, Map<?, Long> revs) {
    Map<String, Object> whole = new HashMap<>(item);
    Long rev = revs.get(key);
    if (rev != null) {
      whole.put("rev", Plain.number(rev));
    }
    contents.table(table).put(key, whole);
  }
}
