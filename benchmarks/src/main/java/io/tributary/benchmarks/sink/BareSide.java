package io.tributary.benchmarks.sink;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The sink's client alone, with the sink's requests made before, on as many threads. */
public final class BareSide implements Side {

  private final Backlog backlog;
  private final boolean rebuilding;

  /**
   * A side that stores these.
   *
   * @param rebuilding true for the conditions of a replay
   */
  public BareSide(Backlog backlog, boolean rebuilding) {
    this.backlog = backlog;
    this.rebuilding = rebuilding;
  }

  @Override
  public String name() {
    return "bare client";
  }

  @Override
  public Round run(Settings settings, Endpoint endpoint, int repeats) throws Exception {
    List<BareRequest> requests =
        BareRequest.of(
            backlog.writes(),
            settings.get(SinkSettings.TRANSACTION_WRITES),
            settings.get(SinkSettings.TABLE_PREFIX),
            rebuilding);
    int threads = settings.get(SinkSettings.WRITERS);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    long begun = System.nanoTime();
    try (DynamoDbClient client = DynamoConnection.open(settings, Ambient.system())) {
      Sending sending = new Sending(client, requests, repeats);
      List<Future<Long>> senders = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        senders.add(executor.submit(sending));
      }
      Speed speed =
          Speed.watch(
              sending.stored::sum,
              (long) backlog.count() * repeats,
              List.of(ProcessHandle.current(), endpoint.server().handle()));
      long sent = 0;
      for (Future<Long> sender : senders) {
        sent += sender.get();
      }
      double stored = sending.stored.sum();
      double whole = stored * 1e9 / (System.nanoTime() - begun);
      return new Round(speed, whole, sent / stored, sending.units.sum() / stored);
    } finally {
      executor.shutdownNow();
    }
  }

  /** What each of the threads does: sends the next request, and returns how many it sent. */
  private static final class Sending implements Callable<Long> {

    private final DynamoDbClient client;
    private final List<BareRequest> requests;
    private final int all;
    private final AtomicInteger next = new AtomicInteger();
    private final LongAdder stored = new LongAdder();
    private final DoubleAdder units = new DoubleAdder();

    Sending(DynamoDbClient client, List<BareRequest> requests, int repeats) {
      this.client = client;
      this.requests = requests;
      this.all = requests.size() * repeats;
    }

    @Override
    public Long call() {
      long sent = 0;
      for (int i = next.getAndIncrement(); i < all; i = next.getAndIncrement()) {
        BareRequest request = requests.get(i % requests.size());
        units.add(send(request));
        stored.add(request.records());
        sent++;
      }
      return sent;
    }

    /** On a busy machine a call may end without an answer, and is repeated as the sink does. */
    private double send(BareRequest request) {
      boolean repeated = false;
      while (true) {
        try {
          return request.send().applyAsDouble(client);
        } catch (SdkClientException e) {
          repeated = true;
        } catch (ConditionalCheckFailedException e) {
          if (!repeated) {
            throw e;
          }
          return 0;
        }
      }
    }
  }
}
