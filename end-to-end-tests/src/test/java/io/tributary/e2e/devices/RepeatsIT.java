package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RepeatsIT {

  private static final int TIMES = 500;
  private static final int CONNECTIONS = 16;
  private static final int READINGS = 10;

  @Test
  void shouldStoreEachReadingOnceHoweverOftenItsBatchIsSent() throws Exception {
    Workplace place = Workplace.of(RepeatsIT.class);
    Deeds deeds = place.deeds();
    try (SplitPipeline pipeline = SplitPipeline.start(place, 1);
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      String key = new DevicesApi(new HttpProbe(deeds), pipeline.nextGateway()).newKey();
      Upload batch = batch(key);
      AtomicInteger sent = new AtomicInteger();
      DevicesOracle oracle = new DevicesOracle();
      try (LoadGenerator load =
          new LoadGenerator(
              deeds,
              pipeline::nextGateway,
              () -> sent.getAndIncrement() < TIMES ? Optional.of(batch) : Optional.empty(),
              CONNECTIONS,
              Duration.ofMillis(600))) {
        restartUnderLoad(pipeline, load);
        oracle.add(load.awaitAll());
        assertThat(load.settled()).hasSize(TIMES).allMatch(Delivery::acknowledged);
      }

      pipeline.awaitDrained();

      oracle.checkTables(tables);
      oracle.checkTopics(topics, new AvroFiles());
      assertThat(tables.count("device_readings")).isEqualTo(READINGS);
      assertThat(tables.count("processed_batches")).isEqualTo(READINGS);
      assertThat(topics.read("devices.readings")).hasSize(READINGS);
      assertThat(topics.read("devices.dead-letters")).isEmpty();
      assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
      System.out.printf(
          "repeats: sent=%d connections=%d stored=%d facts=%d %s%n",
          TIMES, CONNECTIONS, READINGS, topics.read("devices.batches").size(), deeds);
    }
  }

  /** Once under way, processors and sink are each killed and started again, then stopped gently. */
  private static void restartUnderLoad(SplitPipeline pipeline, LoadGenerator load) {
    Instance processors = pipeline.of(Role.PROCESSORS).get(0);
    Instance sink = pipeline.of(Role.SINK).get(0);
    load.awaitMore(20);
    processors.kill();
    sink.kill();
    processors.launch();
    sink.launch();
    processors.awaitReady();
    sink.awaitReady();
    assertThat(sink.process().terminate()).isZero();
    assertThat(processors.process().terminate()).isZero();
    sink.launch();
    processors.launch();
    sink.awaitReady();
    processors.awaitReady();
  }

  private static Upload batch(String key) {
    List<String> readings =
        IntStream.range(0, READINGS)
            .mapToObj(
                i ->
                    Samples.reading(
                        "repeated " + i,
                        Samples.DEVICE,
                        Long.toString(3_786_912_600_000L + i * 600_000L)))
            .toList();
    return Fleet.upload(key, readings, 50);
  }
}
