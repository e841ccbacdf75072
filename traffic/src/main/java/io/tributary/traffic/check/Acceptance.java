package io.tributary.traffic.check;

import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Facts of each request held against its delivery, by the id that {@link RequestFactory} gave it.
 *
 * @param <F> a fact's content, which must equal the one that its request asks for; without anything
 *     that the gateway adds
 */
public final class Acceptance<F> {

  private final Map<String, Map<F, Integer>> found = new HashMap<>();

  /** Adds a fact of the log. */
  public void add(String requestId, F content) {
    found.computeIfAbsent(requestId, any -> new HashMap<>()).merge(content, 1, Integer::sum);
  }

  /**
   * Adds violations: an acknowledged request without all of its facts, one whose answer is not its
   * verdict, facts of a request that is wrong, facts that a request does not ask for or more often
   * than it was tried.
   *
   * @param meaning contents of the facts that a right request asks for
   */
  public void check(
      Collection<Delivery> deliveries, Function<Request, List<F>> meaning, Violations violations) {
    for (Delivery delivery : deliveries) {
      checkAnswer(delivery, violations);
      checkFacts(delivery, meaning, violations);
    }
  }

  private static void checkAnswer(Delivery delivery, Violations violations) {
    Verdict verdict = RequestFactory.verdict(delivery.request());
    if (delivery.acknowledged() && verdict == Verdict.REFUSED) {
      violations.add("accepted though wrong: " + delivery);
    }
    if (delivery.refused() && verdict == Verdict.ACCEPTED) {
      violations.add("refused though right: " + delivery);
    }
  }

  private void checkFacts(
      Delivery delivery, Function<Request, List<F>> meaning, Violations violations) {
    Request request = delivery.request();
    Map<F, Integer> facts = found.getOrDefault(RequestFactory.id(request), Map.of());
    if (RequestFactory.verdict(request) == Verdict.REFUSED) {
      if (!facts.isEmpty()) {
        violations.add("refused, but in the log: " + delivery + " " + facts.keySet());
      }
      return;
    }
    List<F> asked = meaning.apply(request);
    if (delivery.acknowledged() && !facts.keySet().containsAll(asked)) {
      violations.add(
          "acknowledged, not in the log: " + delivery + " expected " + asked + " found " + facts);
    }
    checkNoOther(delivery, asked, facts, violations);
  }

  private static <F> void checkNoOther(
      Delivery delivery, List<F> asked, Map<F, Integer> facts, Violations violations) {
    Set<F> known = Set.copyOf(asked);
    facts.forEach(
        (fact, times) -> {
          if (!known.contains(fact)) {
            violations.add("never asked for: " + fact + " by " + delivery);
          } else if (times > delivery.request().attempts() * frequency(asked, fact)) {
            violations.add(times + " times in the log: " + fact + " by " + delivery);
          }
        });
  }

  private static <F> int frequency(List<F> asked, F fact) {
    return (int) asked.stream().filter(fact::equals).count();
  }
}
