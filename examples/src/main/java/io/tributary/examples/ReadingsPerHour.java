package io.tributary.examples;

import io.tributary.client.TopicSerdes;
import io.tributary.client.streams.SkipUndecodable;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.topic.DevicesTopics;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Produced;

/** Kafka Streams: how many readings each device has made in each hour, in a topic of its own. */
public final class ReadingsPerHour {

  private ReadingsPerHour() {}

  /** Takes the brokers' address, the topic to write, and the registry's URL if there is one. */
  public static void main(String[] args) {
    TopicSerdes serdes =
        new TopicSerdes(ValueFormats.of(args.length > 2 ? URI.create(args[2]) : null));
    Properties settings = new Properties();
    settings.putAll(
        Map.of(
            "bootstrap.servers",
            args[0],
            "application.id",
            "readings-per-hour",
            "processing.guarantee",
            "exactly_once_v2",
            "deserialization.exception.handler",
            SkipUndecodable.class.getName()));
    KafkaStreams streams = new KafkaStreams(topology(serdes, args[1]), settings);
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
  }

  /** Keys of the result are {@code hardware_id@hour}, values numbers as text. */
  static Topology topology(TopicSerdes serdes, String result) {
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(
            DevicesTopics.READINGS.name(),
            Consumed.with(
                serdes.keys(DevicesTopics.READINGS), serdes.values(DevicesTopics.READINGS)))
        .groupBy(
            (key, reading) -> key.hardwareId() + '@' + hour(key.timestampMs()),
            Grouped.with(Serdes.String(), serdes.values(DevicesTopics.READINGS)))
        .count()
        .toStream()
        .mapValues(String::valueOf)
        .to(result, Produced.with(Serdes.String(), Serdes.String()));
    return builder.build();
  }

  private static Instant hour(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.HOURS);
  }
}
