package io.tributary.processors;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;

/**
 * Admin client of Kafka Streams that makes no lost changelog anew: by an empty one the states on
 * disk would be wiped.
 *
 * @param admin does all else
 */
record ChangelogAdmin(Admin admin, KafkaClients clients) {

  /** The client, which is closed with this one. */
  Admin guarded() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, arguments) -> invoke(method, arguments));
  }

  private Object invoke(Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("createTopics")) {
      requireUnknown((Collection<?>) arguments[0]);
    }
    try {
      return method.invoke(admin, arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private void requireUnknown(Collection<?> topics) {
    try (TopicIds ids = new TopicIds(clients)) {
      List<String> lost =
          topics.stream()
              .map(topic -> ((NewTopic) topic).name())
              .filter(name -> ids.isLost(name, new FoundTopics(Map.of(), Map.of())))
              .sorted()
              .toList();
      if (!lost.isEmpty()) {
        throw new KafkaException("states are unknown without their changelogs " + lost);
      }
    }
  }
}
