package io.tributary.traffic.tenants;

import io.tributary.traffic.Delivery;
import io.tributary.traffic.check.Violations;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import io.tributary.traffic.json.PlainJson;
import java.util.Set;

/** Answers beyond their verdict: what a change has become, and why a webhook is refused. */
final class AnswerCheck {

  private static final int INVALID = 400;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private AnswerCheck() {}

  /** Adds a violation when the answer is not that of the request's commands or signature. */
  static void check(Delivery delivery, ControlFold control, Violations violations) {
    String path = delivery.request().path();
    String id = RequestFactory.id(delivery.request());
    boolean answered = delivery.acknowledged() || delivery.refused();
    if (id.isEmpty() || !answered) {
      return;
    }
    boolean wrong = RequestFactory.verdict(delivery.request()) == Verdict.REFUSED;
    if (path.startsWith("/v1/admin/") && !wrong) {
      Set<String> outcomes = control.outcomesOf(id);
      if (outcomes.stream().noneMatch(outcome -> isOf(delivery.status(), outcome))) {
        violations.add("answered otherwise than decided: " + delivery + " " + outcomes);
      }
    }
    if (path.startsWith("/v1/channels/") && wrong && delivery.status() != refusal(delivery)) {
      violations.add("refused otherwise than " + refusal(delivery) + ": " + delivery);
    }
  }

  private static boolean isOf(int status, String outcome) {
    return switch (outcome) {
      case ControlFold.APPLIED -> status < INVALID;
      case "CHANNEL_CLAIMED" -> status == CONFLICT;
      default -> status == NOT_FOUND;
    };
  }

  /** Status for a signed body that is no JSON, else for a signature that is another's. */
  private static int refusal(Delivery delivery) {
    try {
      var ignored = PlainJson.tree(delivery.request().body());
    } catch (IllegalArgumentException e) {
      return INVALID;
    }
    String path = delivery.request().path();
    return path.contains("/telegram/") || path.contains("/whapi/") ? UNAUTHORIZED : FORBIDDEN;
  }
}
