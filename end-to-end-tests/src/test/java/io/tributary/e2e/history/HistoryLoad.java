package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.e2e.FamilyLoad;
import io.tributary.e2e.Losses;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Messages, feedback and details of threads, with repeats and with lives that end. */
public final class HistoryLoad implements FamilyLoad {

  private static final String TABLE = "history";
  private static final String FEEDBACK = "history.feedback";
  private static final int THREADS = 20;
  private static final int CHANGES = 20;
  private static final long TIMESTAMP = 1_700_000_000_000L;

  private final AvroFiles avro = new AvroFiles();
  private final PostedRequests posted = new PostedRequests();
  private final Random random;
  private HistoryTraffic traffic;

  public HistoryLoad(Random random) {
    this.random = random;
    this.traffic = new HistoryTraffic(random);
  }

  @Override
  public void begin(URI gateway) {}

  @Override
  public Optional<Upload> next() {
    return traffic.next();
  }

  @Override
  public void add(Collection<Delivery> deliveries) {
    posted.add(deliveries);
  }

  /** From now on every request brings some, before the first request. */
  @Override
  public void forge(Topics topics) {
    if (traffic.requests() == 0) {
      traffic = new HistoryTraffic(random, new HistoryEvents(topics, avro));
    }
  }

  @Override
  public void endWaits(Topics topics) {
    traffic.endWaits(new HistoryEvents(topics, avro));
  }

  @Override
  public void check(Topics topics, Tables tables) {
    posted.check(topics.read(HistoryEvents.TOPIC), avro);
    HistoryOracle.of(topics, avro).check(topics, tables);
  }

  @Override
  public boolean hasEverything(Topics topics) {
    HistoryOracle oracle = HistoryOracle.of(topics, avro);
    return Arrays.stream(Happening.values()).allMatch(each -> oracle.tally().of(each) > 0);
  }

  @Override
  public Object tally(Topics topics) {
    return HistoryOracle.of(topics, avro).tally();
  }

  @Override
  public List<String> tables() {
    return List.of(TABLE);
  }

  @Override
  public Set<String> facts() {
    return Set.of(HistoryEvents.TOPIC);
  }

  /** Every thread gets a new title, and its message another feedback, again and again. */
  @Override
  public Folded changeOften(Topics topics) {
    int before = topics.read(FEEDBACK).size();
    HistoryEvents log = new HistoryEvents(topics, avro);
    Instant now = Instant.now();
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      records.add(record(log, i, now, log.user("m", TIMESTAMP, "one")));
    }
    for (int i = 0; i < THREADS * CHANGES; i++) {
      records.add(record(log, i, now, log.details("title " + i, null, null)));
      records.add(record(log, i, now, log.feedback("m", "UP", "comment " + i)));
    }
    topics.appendAll(records);
    return new Folded(FEEDBACK, before + THREADS * CHANGES);
  }

  private static ProducerRecord<byte[], byte[]> record(
      HistoryEvents log, int number, Instant now, GenericRecord event) {
    ThreadId thread = ThreadId.of("asleep", "t" + number % THREADS);
    return log.record(thread.pk(), log.fact(thread, now, event).build());
  }

  /** Both items of a thread say the same at any moment, or neither is there. */
  @Override
  public int look(Tables tables) {
    List<ThreadId> threads = traffic.threads();
    List<ItemResponse> found;
    try {
      found =
          tables
              .client()
              .transactGetItems(
                  request ->
                      request.transactItems(
                          threads.stream().flatMap(HistoryLoad::bothItems).toList()))
              .responses();
    } catch (TransactionCanceledException e) {
      // met a write: nothing was seen
      return 0;
    }
    int pairs = 0;
    for (int i = 0; i < threads.size(); i++) {
      Map<String, Object> beside = withoutPk(found.get(2 * i));
      assertThat(withoutPk(found.get(2 * i + 1))).as("%s", threads.get(i)).isEqualTo(beside);
      pairs += beside.isEmpty() ? 0 : 1;
    }
    return pairs;
  }

  private static Stream<TransactGetItem> bothItems(ThreadId thread) {
    return Stream.of(thread.pk(), thread.userPk())
        .map(
            pk ->
                Map.of(
                    "PK", AttributeValue.fromS(pk),
                    "SK", AttributeValue.fromS("THREAD#" + thread.thread())))
        .map(key -> TransactGetItem.builder().get(get -> get.tableName(TABLE).key(key)).build());
  }

  private static Map<String, Object> withoutPk(ItemResponse found) {
    Map<String, Object> item = PlainItem.whole(found.item());
    item.remove("PK");
    return item;
  }

  @Override
  public int lose(Tables tables, Random chance) {
    return Losses.ofTable(tables, TABLE, chance, "PK", "SK");
  }
}
