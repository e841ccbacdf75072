package io.tributary.benchmarks.sink;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.write.ClaimedPut;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** The sink's client alone, with the sink's transactions made before, on as many threads. */
final class BareSide implements Side {

  private final List<ClaimedPut> writes;

  BareSide(Readings readings) {
    this.writes = readings.writes();
  }

  @Override
  public String name() {
    return "bare client";
  }

  @Override
  public Round run(Settings settings, Endpoint endpoint, int repeats) throws Exception {
    int group = settings.get(SinkSettings.TRANSACTION_WRITES);
    List<TransactWriteItemsRequest> requests =
        requests(group, settings.get(SinkSettings.TABLE_PREFIX));
    int threads = settings.get(SinkSettings.WRITERS);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (DynamoDbClient client = DynamoConnection.open(settings, Ambient.system())) {
      Sending sending = new Sending(client, requests, repeats);
      List<Future<Long>> senders = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        senders.add(executor.submit(sending));
      }
      Speed speed =
          Speed.watch(
              sending.stored::sum,
              (long) writes.size() * repeats,
              List.of(ProcessHandle.current(), endpoint.server().handle()));
      long sent = 0;
      for (Future<Long> sender : senders) {
        sent += sender.get();
      }
      double stored = sending.stored.sum();
      return new Round(speed, sent / stored, sending.units.sum() / stored);
    } finally {
      executor.shutdownNow();
    }
  }

  /** What each of the threads does: sends the next request, and returns how many it sent. */
  private static final class Sending implements Callable<Long> {

    private final DynamoDbClient client;
    private final List<TransactWriteItemsRequest> requests;
    private final int all;
    private final AtomicInteger next = new AtomicInteger();
    private final LongAdder stored = new LongAdder();
    private final DoubleAdder units = new DoubleAdder();

    Sending(DynamoDbClient client, List<TransactWriteItemsRequest> requests, int repeats) {
      this.client = client;
      this.requests = requests;
      this.all = requests.size() * repeats;
    }

    @Override
    public Long call() {
      long sent = 0;
      for (int i = next.getAndIncrement(); i < all; i = next.getAndIncrement()) {
        TransactWriteItemsRequest request = requests.get(i % requests.size());
        for (ConsumedCapacity used : client.transactWriteItems(request).consumedCapacity()) {
          units.add(used.capacityUnits());
        }
        stored.add(request.transactItems().size() / 2);
        sent++;
      }
      return sent;
    }
  }

  private List<TransactWriteItemsRequest> requests(int group, String prefix) {
    List<TransactWriteItemsRequest> requests = new ArrayList<>();
    for (int from = 0; from < writes.size(); from += group) {
      requests.add(
          TransactWriteItemsRequest.builder()
              .transactItems(
                  writes.subList(from, Math.min(from + group, writes.size())).stream()
                      .flatMap(write -> actions(write, prefix))
                      .toList())
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build());
    }
    return requests;
  }

  private static Stream<TransactWriteItem> actions(ClaimedPut write, String prefix) {
    Put claim =
        Put.builder()
            .tableName(prefix + write.claim().rule().table())
            .item(write.claim().row().attributes())
            .conditionExpression("attribute_not_exists(#key)")
            .expressionAttributeNames(Map.of("#key", write.claim().rule().key()))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .build();
    Put row =
        Put.builder().tableName(prefix + write.table()).item(write.item().attributes()).build();
    return Stream.of(claim, row).map(put -> TransactWriteItem.builder().put(put).build());
  }
}
