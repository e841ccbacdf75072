package io.tributary.examples;

import io.tributary.client.ConsumerBuilder;
import io.tributary.client.TributaryConsumer;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.net.URI;
import org.apache.avro.specific.SpecificRecordBase;

/** Prints every record of every record topic, one line each, until it is told to stop. */
public final class PrintRecords {

  private PrintRecords() {}

  /** Takes the brokers' address, the group, and the registry's URL if there is one. */
  public static void main(String[] args) throws InterruptedException {
    ConsumerBuilder builder =
        TributaryConsumer.builder().bootstrapServers(args[0]).groupId(args[1]);
    if (args.length > 2) {
      builder.schemaRegistry(URI.create(args[2]));
    }
    Topics.all().stream()
        .filter(topic -> topic.kind() == TopicKind.RECORDS)
        .forEach(topic -> print(builder, topic));
    TributaryConsumer consumer = builder.build();
    Runtime.getRuntime().addShutdownHook(new Thread(consumer::close));
    consumer.start().await();
  }

  private static <K, V extends SpecificRecordBase> void print(
      ConsumerBuilder builder, Topic<K, V> topic) {
    builder.on(
        topic,
        record ->
            System.out.println(
                record.origin() + " " + topic.keys().encode(record.key()) + " " + record.value()));
  }
}
