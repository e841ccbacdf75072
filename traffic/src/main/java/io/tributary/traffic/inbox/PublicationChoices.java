package io.tributary.traffic.inbox;

import io.tributary.traffic.generator.RandomChoices;
import java.util.ArrayList;
import java.util.List;

/** Random messages of one run, each with a title of its own. */
final class PublicationChoices {

  static final List<String> CATEGORIES = List.of("billing", "promo", "c d");

  private static final List<String> BODIES =
      List.of(
          "\"plain \\\"text\\\" &#x27; 你好\"",
          "{\"blocks\":[{\"type\":\"text\",\"value\":\"20% off\"}],\"v\":1.50,\"none\":null}",
          "[1,true,[],{}]",
          "12345678901234567890123456789012345678");

  private final RandomChoices random;
  private final String run;
  private int titles;

  PublicationChoices(RandomChoices random, String run) {
    this.random = random;
    this.run = run;
  }

  /** A message to some of the users, or to everyone. */
  Publication next(List<String> users) {
    return new Publication(
        random.oneIn(5) ? List.of() : some(users),
        random.oneIn(3) ? null : random.of(CATEGORIES),
        "message " + titles++ + " of " + run,
        random.of(BODIES),
        random.oneIn(4) ? "host " + titles : null,
        random.coin() ? "acme://1" : null);
  }

  /** Some of the users, now and then one of them twice. */
  private List<String> some(List<String> users) {
    List<String> some = new ArrayList<>();
    for (String user : users) {
      if (random.coin()) {
        some.add(user);
      }
    }
    if (some.isEmpty() || random.oneIn(10)) {
      some.add(random.of(users));
    }
    return some;
  }
}
