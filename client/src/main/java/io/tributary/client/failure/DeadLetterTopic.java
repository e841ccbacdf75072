package io.tributary.client.failure;

import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * An application's own topic for rejected records. They keep key, value and headers, and add {@code
 * tributary-code} ({@code UNDECODABLE} or {@code REFUSED}), {@code -reason}, {@code -origin} and
 * {@code -attempts}, like the pipeline's own dead letters. A record that is written twice, around a
 * kill, has the same origin twice. The reason is cut after 1000 characters.
 */
public final class DeadLetterTopic implements DeadLetterHandler, AutoCloseable {

  private static final Duration CLOSE = Duration.ofSeconds(5);
  private static final int LONGEST_REASON = 1000;
  private static final String DELIVERY = "delivery.timeout.ms";
  private static final String REQUEST = "request.timeout.ms";

  /** Milliseconds; half of a shorter delivery time-out, so that there is a second request. */
  private static final int LONGEST_REQUEST = 10_000;

  private final Producer<byte[], byte[]> producer;
  private final String topic;

  private DeadLetterTopic(Producer<byte[], byte[]> producer, String topic) {
    this.producer = producer;
    this.topic = topic;
  }

  /**
   * Appends to an existing topic, whose {@code max.message.bytes} must have room for the largest
   * record and its new headers. Not for the pipeline's own dead letters.
   *
   * @param kafka settings of the producer; {@code bootstrap.servers} at least
   */
  public static DeadLetterTopic to(String topic, Map<String, String> kafka) {
    Map<String, Object> settings = new HashMap<>(kafka);
    if (!settings.containsKey(REQUEST)) {
      settings.putIfAbsent(DELIVERY, "30000");
      settings.put(REQUEST, Math.min(LONGEST_REQUEST, millis(DELIVERY, settings) / 2));
    }
    // the topic decides about too large records, the producer only about those beyond its buffer
    settings.putIfAbsent("max.request.size", "33554432");
    settings.put("acks", "all");
    settings.put("enable.idempotence", "true");
    return new DeadLetterTopic(
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()), topic);
  }

  private static int millis(String key, Map<String, Object> settings) {
    return (Integer) ConfigDef.parseType(key, settings.get(key), ConfigDef.Type.INT);
  }

  /** Returns when Kafka has the record on all in-sync replicas. */
  @Override
  public void take(RejectedRecord rejected) throws Exception {
    ConsumerRecord<byte[], byte[]> record = rejected.record();
    Headers headers = new RecordHeaders(record.headers().toArray());
    boolean undecodable = rejected.rejection() instanceof Rejection.Undecodable;
    RecordHeader.CODE.put(headers, undecodable ? "UNDECODABLE" : "REFUSED");
    RecordHeader.REASON.put(headers, shortened(rejected.rejection().reason()));
    RecordHeader.ORIGIN.put(
        headers, new Origin(record.topic(), record.partition(), record.offset()).toString());
    RecordHeader.ATTEMPTS.put(headers, Integer.toString(rejected.attempts()));
    Future<?> acknowledged =
        producer.send(new ProducerRecord<>(topic, null, record.key(), record.value(), headers));
    try {
      acknowledged.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private static String shortened(String reason) {
    return reason.substring(0, Math.min(reason.length(), LONGEST_REASON));
  }

  @Override
  public void close() {
    producer.close(CLOSE);
  }
}
