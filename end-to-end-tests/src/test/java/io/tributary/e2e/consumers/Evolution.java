package io.tributary.e2e.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.store.ConfluentRegistry;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What somebody with a later release does to {@code devices.readings}. */
final class Evolution {

  static final String MEMBER = "site";
  static final String BATCH = "evolved";
  private static final String TOPIC = "devices.readings";

  private final ConfluentRegistry registry;
  private final Topics topics;

  Evolution(ConfluentRegistry registry, Topics topics) {
    this.registry = registry;
    this.topics = topics;
  }

  /** Registers a schema with one more member, and writes a record in it. */
  void happen() throws IOException {
    TopicRecord like = topics.read(TOPIC).get(0);
    Schema before = registry.schema(ConfluentRegistry.idOf(like.raw().value()));
    Answer refused = registry.register(TOPIC + "-value", with(before, ""));
    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    Schema later = with(before, ",\"default\":\"none\"");
    Answer accepted = registry.register(TOPIC + "-value", later);
    assertThat(accepted.status()).as(accepted.body()).isEqualTo(200);

    GenericRecord reading = registry.decode(like.raw().value(), later);
    String batch = reading.get("batch_id").toString();
    reading.put("batch_id", BATCH);
    reading.put(MEMBER, "greenhouse");
    String key = like.key().substring(0, like.key().length() - batch.length()) + BATCH;
    topics.append(
        new ProducerRecord<>(
            TOPIC,
            like.raw().partition(),
            key.getBytes(StandardCharsets.UTF_8),
            ConfluentRegistry.encode(Answer.parse(accepted.body()).path("id").asInt(), reading),
            like.raw().headers()));
  }

  private static Schema with(Schema schema, String rest) {
    String text = schema.toString();
    int end = text.lastIndexOf(']');
    return new Schema.Parser()
        .parse(
            "%s,{\"name\":\"%s\",\"type\":\"string\"%s}%s"
                .formatted(text.substring(0, end), MEMBER, rest, text.substring(end)));
  }
}
