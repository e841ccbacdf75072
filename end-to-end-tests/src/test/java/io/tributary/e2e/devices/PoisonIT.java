package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Poisons;
import io.tributary.harness.store.Spoiled;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class PoisonIT {

  private static final String KEY_ID = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";

  private final AvroFiles avro = new AvroFiles();
  private final Workplace place = Workplace.of(PoisonIT.class);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Poisons poisons = new Poisons(topics);
  private final Tables tables = new Tables(pipeline.endpoints());
  private final DevicesApi api = new DevicesApi(new HttpProbe(place.deeds()), pipeline.gateway());

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldSetPoisonAsideOnceAndGoOn() throws Exception {
    String key = api.newKey();
    upload(key, "good before", Samples.DEVICE);
    register(key, Samples.DEVICE);
    Eventually.await("the key's use").until(() -> topics.length("devices.api-key-uses") > 0);
    pipeline.awaitDrained();

    poisonFacts();
    poisonRecords();
    upload(key, "good behind", Samples.DEVICE);
    restartProcessorsAndSink();
    poisonFacts();
    poisonRecords();
    upload(key, "good behind all", Samples.DEVICE);
    reuseABatchId(key);
    pipeline.awaitDrained();
    restartProcessorsAndSink();
    upload(key, "good at last", Samples.DEVICE);
    String later = api.newKey();
    upload(later, "good with a key made after", Samples.DEVICE);
    register(later, "00:00:00:00:00:0A");
    pipeline.awaitDrained();

    poisons.checkDeadLetters("devices.dead-letters");
    assertThat(tables.scan("processed_batches"))
        .extracting(item -> item.get("batch_id") + " of " + item.get("hardware_id"))
        .containsExactlyInAnyOrder(
            "good before of 24:6F:28:AE:52:7C",
            "good behind of 24:6F:28:AE:52:7C",
            "good behind all of 24:6F:28:AE:52:7C",
            "good at last of 24:6F:28:AE:52:7C",
            "good with a key made after of 24:6F:28:AE:52:7C",
            "contested of 00:00:00:00:00:0A");
    assertThat(tables.count("device_readings")).isEqualTo(6);
    assertThat(tables.scan("devices"))
        .extracting(item -> item.get("hardware_id"))
        .containsExactlyInAnyOrder(Samples.DEVICE, "00:00:00:00:00:0A");
    assertThat(tables.count("api_keys")).isEqualTo(2);
    System.out.printf(
        "poison: appended=%d dead-lettered=%d stored=6 %s%n",
        poisons.size(), topics.read("devices.dead-letters").size(), place.deeds());
  }

  /** Facts that a processor cannot read, or whose keys are none. */
  private void poisonFacts() {
    byte[] good = newest("devices.batches").raw().value();
    poisons.undecodable("devices.batches", Samples.DEVICE, good);
    facts("devices.batches", "00:00:00:00:00:09", good, "process", "INVALID_KEY");
    facts("devices.batches", null, good, "process", "INVALID_KEY");
    byte[] lowerCase = changed(good, fact -> fact.put("hardware_id", "24:6f:28:ae:52:7c"));
    facts("devices.batches", "24:6f:28:ae:52:7c", lowerCase, "process", "INVALID_KEY");
    for (String topic :
        List.of("devices.api-key-commands", "devices.device-commands", "devices.api-key-uses")) {
      TopicRecord own = newest(topic);
      facts(topic, own.key(), Spoiled.garbage(), "decode", "UNDECODABLE");
      facts(topic, own.key(), good, "decode", "UNDECODABLE");
      facts(topic, own.key(), Spoiled.absurd(own.raw().value()), "decode", "UNDECODABLE");
      facts(topic, KEY_ID, own.raw().value(), "process", "INVALID_KEY");
    }
  }

  /**
   * Records that the sink cannot read, in front of good ones of the same partition. Gateways read
   * two of the topics too, and must know the keys and devices that are behind.
   */
  private void poisonRecords() {
    for (String topic : List.of("devices.readings", "devices.devices", "devices.api-keys")) {
      poisons.unreadable(newest(topic));
    }
  }

  /** The second device with an id loses against the first in the table. */
  private void reuseABatchId(String key) throws Exception {
    upload(key, "contested", "00:00:00:00:00:0A");
    pipeline.awaitDrained();
    upload(key, "contested", "00:00:00:00:00:0B");
    pipeline.awaitDrained();
    TopicRecord loser =
        topics.read("devices.readings").stream()
            .filter(record -> record.key().startsWith("00:00:00:00:00:0B/"))
            .findFirst()
            .orElseThrow();
    ProducerRecord<byte[], byte[]> appended =
        new ProducerRecord<>(
            "devices.readings", loser.raw().partition(), loser.raw().key(), loser.raw().value());
    poisons.expect(loser.place(), appended, "store", "BATCH_ID_REUSED");
  }

  private void restartProcessorsAndSink() {
    List<Instance> both =
        Stream.of(Role.PROCESSORS, Role.SINK).flatMap(role -> pipeline.of(role).stream()).toList();
    both.forEach(Instance::kill);
    both.forEach(Instance::launch);
    both.forEach(Instance::awaitReady);
  }

  private void facts(
      String topic, @Nullable String key, byte @Nullable [] value, String stage, String code) {
    byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
    poisons.append(new ProducerRecord<>(topic, keyBytes, value), stage, code);
  }

  private void upload(String key, String batchId, String device) throws Exception {
    String body = Samples.request(Samples.reading(batchId, device, "3786912600000"));
    assertThat(api.upload(key, body).status()).isEqualTo(200);
  }

  private void register(String key, String device) throws Exception {
    assertThat(api.register(key, Samples.registration(device, "poisoned")).status()).isEqualTo(200);
  }

  /** The newest record that can be read. */
  private TopicRecord newest(String topic) {
    List<TopicRecord> readable = new ArrayList<>(topics.read(topic));
    readable.removeIf(Poisons::isPoison);
    return readable.get(readable.size() - 1);
  }

  private byte[] changed(byte[] value, Consumer<GenericRecord> change) {
    GenericRecord record = avro.decode(value);
    change.accept(record);
    return avro.encode(record);
  }
}
