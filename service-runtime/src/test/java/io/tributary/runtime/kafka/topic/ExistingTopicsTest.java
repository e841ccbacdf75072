package io.tributary.runtime.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

final class ExistingTopicsTest {

  private static final TopicPartition PLACE = new TopicPartition("new", 0);
  private static final int UNKNOWING = 2;

  @Test
  void shouldAskAgainWhileABrokerDoesNotKnowANewTopic() {
    AtomicInteger asked = new AtomicInteger();
    Admin brokers =
        (Admin)
            Proxy.newProxyInstance(
                Admin.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) ->
                    new ListOffsetsResult(Map.of(PLACE, answer(asked.incrementAndGet()))));

    assertThat(new ExistingTopics(brokers).offsets(() -> Map.of(PLACE, OffsetSpec.latest())))
        .isEqualTo(Map.of(PLACE, 0L));
  }

  private static KafkaFuture<ListOffsetsResultInfo> answer(int asked) {
    return KafkaFuture.completedFuture(new ListOffsetsResultInfo(0, -1, Optional.empty()))
        .thenApply(
            end -> {
              if (asked <= UNKNOWING) {
                throw new UnknownTopicOrPartitionException();
              }
              return end;
            });
  }
}
