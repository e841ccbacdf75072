package io.tributary.operations.topics;

import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;

/** A topic's properties in words. */
public record TopicWords(Topic<?, ?> topic) {

  public String key() {
    return topic.keys().name();
  }

  public String value() {
    return topic.valueType().map(Class::getSimpleName).orElse("(as its origin)");
  }

  public String retention() {
    Retention retention = topic.retention();
    if (retention instanceof Retention.Limited limited) {
      long days = limited.age().toDays();
      return days + (days == 1 ? " day" : " days");
    }
    return retention instanceof Retention.Unlimited ? "unlimited" : "newest of each key";
  }
}
