package io.tributary.simulation;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import io.tributary.simulation.dynamo.SimulatedDynamo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What befalls topics and tables. */
record Meddling(
    World world, Set<Family> families, SimulatedLog log, SimulatedDynamo dynamo, Senders senders)
    implements Nemesis.Surroundings {

  @Override
  public void poison(Chance chance) {
    List<Topic<?, ?>> topics =
        Topics.of(families).stream()
            .filter(topic -> topic.kind() == TopicKind.FACTS)
            .<Topic<?, ?>>map(topic -> topic)
            .toList();
    Topic<?, ?> topic = chance.of(topics);
    byte[] key = ("poison-" + world.nanos()).getBytes(StandardCharsets.UTF_8);
    byte[] value = new byte[chance.between(0, 40)];
    chance.nextBytes(value);
    log.cluster()
        .append(new ProducerRecord<>(topic.name(), key, value), chance.nextInt(topic.partitions()));
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
  public void leap(Duration time) {
    senders.leap(time);
  }

  @Override
  public void rebalance(SimulatedProcess process) {
    log.cluster().rebalance();
  }
}
