package io.tributary.benchmarks.dynamodb;

import io.tributary.benchmarks.process.Child;
import io.tributary.benchmarks.process.Machine;
import io.tributary.benchmarks.sink.StubChild;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures the embedded server beside a stub that answers at once, in turn: requests a second with
 * 1 and 16 connections; then start to ready, and memory after 100,000 items. Argument: rounds, 3 by
 * default. To be run in the project's folder.
 */
public final class DynamoDbReport {
  private static final Ticker TICKER = Ambient.system().ticker();
  private static final int ITEMS = 100_000;
  private static final long ROUND_NANOS = 4_000_000_000L;
  private static final AtomicLong NUMBERS = new AtomicLong();

  private DynamoDbReport() {}

  /** A server of the comparison. */
  private record Side(String name, Child child) {}

  /** Prints the table. */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    System.out.println(DynamoDbReport.class.getName() + ' ' + rounds);
    System.out.println(Machine.describe());
    Path folder = Files.createTempDirectory("dynamodb-report");
    try (Child server = Child.dynamoDb(folder.resolve("rates"));
        Child stub = StubChild.start(0, false)) {
      List<Side> sides = List.of(new Side("server", server), new Side("stub", stub));
      for (Side side : sides) {
        prepare(side.child().endpoint());
      }
      System.out.println(
          "| request | connections | server/s | stub/s | ratio |\n|---|---|---|---|---|");
      for (Requests requests : Requests.values()) {
        for (int connections : new int[] {1, 16}) {
          compare(sides, requests, connections, rounds);
        }
      }
    }
    memory(folder);
    starts(folder, rounds);
  }

  private static void prepare(String endpoint) throws Exception {
    try (Connection connection = new Connection(endpoint)) {
      connection.call("CreateTable", Requests.table("device_readings", "hardware_id", "ts_batch"));
      connection.call("CreateTable", Requests.table("processed_batches", "batch_id", ""));
      for (int device = 0; device < Requests.QUERIED; device++) {
        for (int i = 0; i < 100; i++) {
          String item = Requests.reading("queried-" + device, i);
          connection.call("PutItem", "{\"TableName\":\"device_readings\",\"Item\":" + item + '}');
        }
      }
    }
  }

  private static void compare(List<Side> sides, Requests requests, int connections, int rounds)
      throws Exception {
    List<List<Double>> rates = List.of(new ArrayList<>(), new ArrayList<>());
    for (int round = 0; round <= rounds; round++) {
      for (int side = 0; side < sides.size(); side++) {
        double rate = rate(sides.get(side).child().endpoint(), requests, connections);
        // The first round warms up.
        if (round > 0) {
          rates.get(side).add(rate);
        }
      }
    }
    double server = median(rates.get(0));
    double stub = median(rates.get(1));
    System.out.printf(
        "| %s | %d | %.0f | %.0f | %.2f |%n",
        requests.operation(), connections, server, stub, server / stub);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted(Comparator.naturalOrder()).toList().get(values.size() / 2);
  }

  private static double rate(String endpoint, Requests requests, int connections) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    try {
      long start = TICKER.nanos();
      List<Callable<Long>> tasks = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        tasks.add(() -> send(endpoint, requests, start + ROUND_NANOS));
      }
      long sent = 0;
      for (Future<Long> task : threads.invokeAll(tasks)) {
        sent += task.get();
      }
      return sent * 1e9 / (TICKER.nanos() - start);
    } finally {
      threads.shutdown();
    }
  }

  private static long send(String endpoint, Requests requests, long end) throws Exception {
    long sent = 0;
    try (Connection connection = new Connection(endpoint)) {
      while (TICKER.nanos() < end) {
        connection.call(requests.operation(), requests.body(NUMBERS.incrementAndGet()));
        sent++;
      }
    }
    return sent;
  }

  private static void memory(Path folder) throws Exception {
    try (Child server = Child.dynamoDb(folder.resolve("memory"));
        Connection connection = new Connection(server.endpoint())) {
      connection.call("CreateTable", Requests.table("device_readings", "hardware_id", "ts_batch"));
      for (int i = 0; i < ITEMS; i++) {
        connection.call(Requests.PUT.operation(), Requests.PUT.body(i));
      }
      System.out.printf("after %d items: %d MiB resident%n", ITEMS, server.residentMiB());
    }
  }

  private static void starts(Path folder, int rounds) throws Exception {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      long begin = TICKER.nanos();
      try (Child child = Child.dynamoDb(folder.resolve("start-" + i))) {
        times.add((TICKER.nanos() - begin) / 1e6);
      }
    }
    System.out.printf("ready after %.0f ms%n", median(times));
  }
}
