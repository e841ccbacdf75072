package io.tributary.operations.generation;

import io.tributary.operations.OperationException;
import io.tributary.runtime.kafka.client.KafkaClients;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.TimeoutException;

/** Membership in a consumer group that keeps services from joining it. */
final class GroupHold implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final int POLLS = 600;

  private final Consumer<byte[], byte[]> member;

  private GroupHold(Consumer<byte[], byte[]> member) {
    this.member = member;
  }

  /** Assignor that no service has: brokers refuse members without one in common. */
  public static final class Assignor extends RangeAssignor {

    @Override
    public String name() {
      return "tributary-hold";
    }
  }

  /**
   * Joins a group without members.
   *
   * @throws OperationException if it has one
   */
  static GroupHold join(KafkaClients clients, String group, Collection<String> topics) {
    Consumer<byte[], byte[]> member =
        clients.consumer(
            "tributary-hold",
            Map.of(),
            Map.of(
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                Assignor.class.getName()));
    try {
      member.subscribe(topics);
      for (int left = POLLS; member.assignment().isEmpty(); left--) {
        if (left == 0) {
          throw new TimeoutException("group " + group + " cannot be joined");
        }
        member.poll(POLL);
      }
      return new GroupHold(member);
    } catch (InconsistentGroupProtocolException e) {
      member.close();
      throw OperationException.failed("a consumer has just joined group " + group);
    } catch (RuntimeException e) {
      member.close();
      throw e;
    }
  }

  ConsumerGroupMetadata metadata() {
    return member.groupMetadata();
  }

  /** All partitions of the topics. */
  Set<TopicPartition> partitions() {
    return member.assignment();
  }

  @Override
  public void close() {
    member.close();
  }
}
