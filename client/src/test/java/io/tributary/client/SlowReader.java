package io.tributary.client;

import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.TopicNaming;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process that says the number of every reading, some a second, until it is killed. */
final class SlowReader {

  private SlowReader() {}

  /** Takes the brokers' address, and the prefix of topics and group. */
  public static void main(String[] args) throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    TributaryConsumer.builder()
        .bootstrapServers(args[0])
        .groupId(args[1] + "group")
        .naming(new TopicNaming(args[1]))
        .on(
            DevicesTopics.READINGS,
            record -> {
              boolean unused = never.await(40, TimeUnit.MILLISECONDS);
              System.out.println(Bench.number(record));
            })
        .kafka("session.timeout.ms", "2000")
        .kafka("heartbeat.interval.ms", "400")
        .build()
        .start()
        .await();
  }
}
