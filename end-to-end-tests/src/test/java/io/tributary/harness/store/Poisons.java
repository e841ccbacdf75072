package io.tributary.harness.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Records that must become dead letters, as they are, once and with the right words. */
public final class Poisons {

  private static final String MARK = "x-original";

  private record Poison(ProducerRecord<byte[], byte[]> appended, String stage, String code) {}

  private final Topics topics;
  private final AvroFiles avro = new AvroFiles();
  private final Map<String, Poison> byOrigin = new HashMap<>();

  public Poisons(Topics topics) {
    this.topics = topics;
  }

  /** Appends a record that must fail at that stage with that code. */
  public void append(ProducerRecord<byte[], byte[]> poison, String stage, String code) {
    poison.headers().add(MARK, "kept".getBytes(StandardCharsets.UTF_8));
    expect(topics.append(poison), poison, stage, code);
  }

  /**
   * Likewise, of a record that the pipeline appended.
   *
   * @param origin {@code topic/partition/offset}
   */
  public void expect(
      String origin, ProducerRecord<byte[], byte[]> appended, String stage, String code) {
    byOrigin.put(origin, new Poison(appended, stage, code));
  }

  /** Appends what no processor can read: no value, and that one spoiled in every way. */
  public void undecodable(String topic, String key, byte[] good) {
    List<byte @Nullable []> values = new ArrayList<>(spoiled(good));
    values.add(null);
    for (byte[] value : values) {
      append(
          new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value),
          "decode",
          "UNDECODABLE");
    }
  }

  /** Appends what no sink can read, behind a record that it can: its value spoiled in every way. */
  public void unreadable(TopicRecord good) {
    spoiled(good.raw().value()).forEach(value -> unreadable(good, value));
  }

  /** Likewise, that value alone. */
  public void unreadable(TopicRecord good, byte[] value) {
    append(
        new ProducerRecord<>(good.raw().topic(), good.raw().partition(), good.raw().key(), value),
        "sink-decode",
        "RECORD_UNDECODABLE");
  }

  private List<byte[]> spoiled(byte[] good) {
    return List.of(
        Spoiled.garbage(),
        new byte[0],
        Spoiled.cut(good),
        Spoiled.unknownSchema(good),
        Spoiled.absurd(good),
        otherSchema());
  }

  private byte[] otherSchema() {
    return avro.encode(
        new GenericRecordBuilder(avro.schema("SecretFingerprint"))
            .set("name", "api.key.pepper")
            .set("fingerprint", "00")
            .build());
  }

  /** Whether a record was appended here, or is the dead letter of such a one. */
  public static boolean isPoison(TopicRecord record) {
    return record.header(MARK).isPresent();
  }

  /** How many there are. */
  public int size() {
    return byOrigin.size();
  }

  private static String origin(TopicRecord deadLetter) {
    return deadLetter.header("tributary-origin").orElse("");
  }

  /** Fails unless a family's topic holds the dead letter of each of the family's poisons once. */
  public void checkDeadLetters(String topic) {
    String family = topic.substring(0, topic.indexOf('.') + 1);
    Map<String, Poison> expected = new HashMap<>(byOrigin);
    expected.keySet().removeIf(origin -> !origin.startsWith(family));
    Map<String, TopicRecord> deadLetters =
        topics.read(topic).stream()
            .filter(deadLetter -> byOrigin.containsKey(origin(deadLetter)))
            .collect(Collectors.toMap(Poisons::origin, Function.identity()));
    assertThat(deadLetters.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (origin, poison) -> {
          TopicRecord deadLetter = Objects.requireNonNull(deadLetters.get(origin));
          assertThat(deadLetter.header("tributary-stage")).as(origin).hasValue(poison.stage());
          assertThat(deadLetter.header("tributary-code")).as(origin).hasValue(poison.code());
          assertThat(deadLetter.header("tributary-reason").orElse("")).as(origin).isNotBlank();
          assertThat(deadLetter.header("tributary-attempts")).as(origin).hasValue("1");
          assertThat(deadLetter.raw().key()).as(origin).isEqualTo(poison.appended().key());
          assertThat(deadLetter.raw().value()).as(origin).isEqualTo(poison.appended().value());
          poison
              .appended()
              .headers()
              .forEach(
                  header ->
                      assertThat(deadLetter.header(header.key()))
                          .as(origin)
                          .hasValue(new String(header.value(), StandardCharsets.UTF_8)));
        });
  }
}
