package io.tributary.traffic.inbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.check.Violations;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.json.PlainJson;
import java.util.Collection;

/** Answers to publishes, held against the ids that their facts have. */
final class Answers {

  private static final int UNPROCESSABLE = 422;
  private static final int ACCEPTED = 202;

  private Answers() {}

  /**
   * Adds violations for acknowledged publishes whose answer names another message or another number
   * of recipients, and for those answered 422 whose key was free or theirs.
   */
  static void check(InboxFold fold, Collection<Delivery> deliveries, Violations violations) {
    for (Delivery delivery : deliveries) {
      boolean publish = delivery.request().method().equals("POST");
      if (publish && delivery.acknowledged() && !isTrue(fold, delivery)) {
        violations.add("answered otherwise than decided: " + delivery);
      }
      if (delivery.status() == UNPROCESSABLE
          && !fold.isRejected(RequestFactory.id(delivery.request()))) {
        violations.add("the key was not another's: " + delivery);
      }
    }
  }

  private static boolean isTrue(InboxFold fold, Delivery delivery) {
    JsonNode answer = PlainJson.tree(delivery.answer());
    Integer recipients =
        fold.ids(RequestFactory.id(delivery.request())).get(answer.path("id").asText());
    return delivery.status() == ACCEPTED
        && recipients != null
        && recipients == answer.path("recipients").asInt(0);
  }
}
