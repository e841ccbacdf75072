package io.tributary.harness.store;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes facts as a gateway would, but accepted whenever a test likes. */
public final class ForgedFacts {

  /** The caller of every forged fact, and the id of its request. */
  public static final String MAKER = "made-by-a-test";

  private final AvroFiles avro;

  public ForgedFacts(AvroFiles avro) {
    this.avro = avro;
  }

  /** The envelope of a new fact. */
  public GenericRecord envelope(Instant acceptedAt) {
    return new GenericRecordBuilder(avro.schema("FactEnvelope"))
        .set("fact_id", UUID.randomUUID().toString())
        .set("accepted_at_ms", acceptedAt.toEpochMilli())
        .set("request_id", MAKER)
        .set("caller", MAKER)
        .set("producer_version", "0")
        .build();
  }

  /** The record that holds a fact with an envelope, with the headers that a gateway gives it. */
  public ProducerRecord<byte[], byte[]> record(String topic, String key, GenericRecord fact) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), avro.encode(fact));
    GenericRecord envelope = (GenericRecord) fact.get("envelope");
    Map.of(
            "tributary-fact-id", "fact_id",
            "tributary-accepted-at", "accepted_at_ms",
            "tributary-request-id", "request_id")
        .forEach(
            (header, field) ->
                record
                    .headers()
                    .add(header, envelope.get(field).toString().getBytes(StandardCharsets.UTF_8)));
    return record;
  }

  /** The same record for a partition of the test's own choice. */
  public static ProducerRecord<byte[], byte[]> to(
      int partition, ProducerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        record.topic(), partition, record.key(), record.value(), record.headers());
  }

  /** A record of a topic once more, in the same partition: a delivery that came twice. */
  public static ProducerRecord<byte[], byte[]> again(TopicRecord record) {
    return new ProducerRecord<>(
        record.raw().topic(),
        record.raw().partition(),
        record.raw().key(),
        record.raw().value(),
        record.raw().headers());
  }
}
