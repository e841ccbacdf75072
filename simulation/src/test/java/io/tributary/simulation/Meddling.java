package io.tributary.simulation;

import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import io.tributary.simulation.dynamo.SimulatedDynamo;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** What befalls topics and tables. */
record Meddling(World world, SimulatedLog log, SimulatedDynamo dynamo)
    implements Nemesis.Surroundings {

  @Override
  public void poison(Chance chance) {
    List<Topic<?, ?>> topics =
        Topics.all().stream()
            .filter(topic -> topic.kind() == TopicKind.FACTS)
            .filter(topic -> log.topics().contains(topic.name()))
            .<Topic<?, ?>>map(topic -> topic)
            .toList();
    Topic<?, ?> topic = chance.of(topics);
    byte[] key = ("poison-" + world.nanos()).getBytes(StandardCharsets.UTF_8);
    byte[] value = new byte[chance.between(0, 40)];
    chance.nextBytes(value);
    TopicPartition to = new TopicPartition(topic.name(), chance.nextInt(topic.partitions()));
    log.append(to, new ProducerRecord<>(topic.name(), key, value), null);
  }

  @Override
  public void compact(Chance chance) {
    // to come
  }

  @Override
  public void expire() {
    dynamo.expire(Instant.ofEpochMilli(world.millis()));
  }

  @Override
  public void rebalance(SimulatedProcess process) {
    log.rebalance(process);
  }
}
