package io.tributary.examples;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.EntryRole;
import io.tributary.avro.tenants.InboundMessage;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.client.ConsumerBuilder;
import io.tributary.client.TributaryConsumer;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Answers every message of a tenant's channels, through the topic. A message is finished when Kafka
 * has its answer; killed in between, it answers again. The answer's id follows from the message, so
 * that the pipeline drops the repeat: that, and nothing in here, makes it one answer.
 */
public final class Assistant {

  private static final String NAME = "example-assistant";

  /** Limit of a repeated message, in characters: answers have a limit, too. */
  private static final int MOST = 1000;

  private final Producer<byte[], byte[]> producer;
  private final ValueFormat format;
  private final Clock clock;

  Assistant(Producer<byte[], byte[]> producer, ValueFormat format, Clock clock) {
    this.producer = producer;
    this.format = format;
    this.clock = clock;
  }

  /** Takes the brokers' address, the group, and the registry's URL if there is one. */
  public static void main(String[] args) throws InterruptedException {
    ValueFormat format = ValueFormats.of(args.length > 2 ? URI.create(args[2]) : null);
    ConsumerBuilder builder =
        TributaryConsumer.builder()
            .bootstrapServers(args[0])
            .groupId(args[1])
            // people wait: if this one is killed, another one takes over soon
            .kafka("session.timeout.ms", "6000")
            .kafka("heartbeat.interval.ms", "1500");
    if (args.length > 2) {
      builder.schemaRegistry(URI.create(args[2]));
    }
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", args[0], "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      Assistant assistant = new Assistant(producer, format, Clock.systemUTC());
      TributaryConsumer consumer =
          builder
              .on(TenantsTopics.MESSAGES, record -> assistant.answer(record.requiredValue()))
              .build();
      Runtime.getRuntime().addShutdownHook(new Thread(consumer::close));
      consumer.start().await();
    }
  }

  /** Returns when the answer is durable. */
  void answer(InboundMessage message) throws Exception {
    String answerId = answerId(message);
    FactEnvelope envelope =
        FactEnvelope.newBuilder()
            .setFactId(answerId)
            .setAcceptedAtMs(clock.millis())
            .setRequestId(answerId)
            .setCaller(NAME)
            .setProducerVersion(NAME)
            .build();
    ConversationEvent event =
        ConversationEvent.newBuilder()
            .setEnvelope(envelope)
            .setTenantId(message.getTenantId())
            .setConversationId(message.getConversationId())
            .setEvent(
                PostedMessage.newBuilder()
                    .setMessageId(answerId)
                    .setRole(EntryRole.assistant)
                    .setContent("You said: " + beginning(message.getText()))
                    .build())
            .build();
    // the producer's own choice of a partition is the conversation's
    producer
        .send(
            new ProducerRecord<>(
                TenantsTopics.CONVERSATION_EVENTS.name(),
                null,
                TenantsTopics.CONVERSATION_EVENTS.keyBytes(ConversationKey.of(event)),
                format.encode(event),
                FactHeaders.of(envelope)))
        .get();
  }

  /**
   * The same whenever the message is answered, and of no other message: ids of messages are a
   * conversation's own, and may be too long to have anything put before them.
   */
  private static String answerId(InboundMessage message) {
    String answered =
        String.join(
            "\n", NAME, message.getTenantId(), message.getConversationId(), message.getMessageId());
    return UUID.nameUUIDFromBytes(answered.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static String beginning(String text) {
    return text.codePointCount(0, text.length()) <= MOST
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MOST)) + "…";
  }
}
