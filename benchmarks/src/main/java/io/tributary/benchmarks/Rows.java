package io.tributary.benchmarks;

import java.util.Locale;

/** Rows by name. */
enum Rows {
  FORMAT(JmhRows::format),
  BATCHES(options -> GatewayRow.measure(options, ReadingRequests.HUNDRED)),
  READINGS(options -> GatewayRow.measure(options, ReadingRequests.SINGLE)),
  MAILS(MailsRow::measure),
  DEDUPE(JmhRows::dedupe),
  TAKEOVER(TakeoverRow::measure),
  SINK(StoreRows::sink),
  STUB(StoreRows::stub),
  DELAYED(StoreRows::delayed),
  SERIAL(StoreRows::serial),
  REPLAY(StoreRows::replay),
  LATENCY(LatencyRow::measure),
  DYNAMODB(DynamoDbRow::measure),
  CONSOLE(ConsoleRow::measure),
  COUNTERS(CountersRow::measure);

  private final Measurement measurement;

  Rows(Measurement measurement) {
    this.measurement = measurement;
  }

  private interface Measurement {
    void run(Options options) throws Exception;
  }

  /** Measures and prints the row; in the project's folder. */
  void measure(Options options) throws Exception {
    measurement.run(options);
  }

  /** Name on the command line and in the table. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
