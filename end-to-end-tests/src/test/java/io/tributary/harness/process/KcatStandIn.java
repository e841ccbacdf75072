package io.tributary.harness.process;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * {@code kcat} as the consumers' page uses it: a topic from its beginning to its end, in frames.
 */
final class KcatStandIn {

  private static final String FORMAT = "%t\\t%p\\t%o\\t%K\\t%k%R%s";
  private static final List<String> KNOWN =
      List.of("-C", "-q", "-e", "-b", "", "-t", "", "-f", FORMAT);
  private static final int BROKERS = KNOWN.indexOf("-b") + 1;
  private static final int TOPIC = KNOWN.indexOf("-t") + 1;

  private KcatStandIn() {}

  static byte[] read(List<String> arguments) throws IOException {
    List<String> shape = new ArrayList<>(arguments);
    if (shape.size() == KNOWN.size()) {
      shape.set(BROKERS, "");
      shape.set(TOPIC, "");
    }
    if (!shape.equals(KNOWN)) {
      throw new IllegalArgumentException("kcat: " + arguments);
    }
    return frames(arguments.get(BROKERS), arguments.get(TOPIC));
  }

  private static byte[] frames(String brokers, String topic) throws IOException {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", brokers, "isolation.level", "read_committed"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> places =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(places);
      consumer.seekToBeginning(places);
      Map<TopicPartition, Long> ends = consumer.endOffsets(places);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          write(record, frames);
        }
      }
    }
    return frames.toByteArray();
  }

  /** Lengths of what is null are -1. */
  private static void write(ConsumerRecord<byte[], byte[]> record, ByteArrayOutputStream frames)
      throws IOException {
    DataOutputStream out = new DataOutputStream(frames);
    byte[] key = record.key();
    byte[] value = record.value();
    String place =
        String.join(
            "\t",
            record.topic(),
            Integer.toString(record.partition()),
            Long.toString(record.offset()),
            Integer.toString(key == null ? -1 : key.length),
            "");
    out.write(place.getBytes(StandardCharsets.UTF_8));
    out.write(key == null ? new byte[0] : key);
    out.writeInt(value == null ? -1 : value.length);
    out.write(value == null ? new byte[0] : value);
  }
}
