package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;

import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.check.Tally;
import io.tributary.traffic.check.Violations;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;

/** Publishes under an Idempotency-Key: the first of a key stands for 24 hours. */
final class Claims {

  private static final long DAY = 86_400;

  private final Tally tally;
  private final Map<String, Claim> claims = new HashMap<>();

  private final Set<String> commands = new HashSet<>();

  /** Ids and publications that must come of commands, by the id of the fact. */
  private final Map<String, List<Object>> expected = new HashMap<>();

  private final Map<String, List<Object>> found = new HashMap<>();
  private final Violations violations = new Violations();

  /** A key that is taken until that second. */
  private record Claim(String digest, String id, List<Object> meaning, long end) {}

  Claims(Tally tally) {
    this.tally = tally;
  }

  /**
   * Decides the next command of the log.
   *
   * @param meaning equal for the same publish
   * @return id of the message that the sender is answered; empty when another publish has the key
   */
  Optional<String> apply(String key, GenericRecord command, List<Object> meaning) {
    long now = Math.floorDiv(Fields.acceptedAt(command), 1_000L);
    String digest = text(command, "payload_digest");
    commands.add(factId(command));
    Claim taken = claims.get(key);
    if (taken == null || taken.end() <= now) {
      String id = text(command, "id");
      claims.put(key, new Claim(digest, id, meaning, now + DAY));
      expected.put(factId(command), List.of(id, Fields.inner(command, "publication")));
      tally.add("keyed publishes");
      return Optional.of(id);
    }
    boolean same = taken.digest().equals(digest);
    if (same != taken.meaning().equals(meaning)) {
      violations.add("digests of " + key + ": " + taken.meaning() + " and " + meaning);
    }
    tally.add(same ? "repeated keys" : "reused keys");
    return same ? Optional.of(taken.id()) : Optional.empty();
  }

  private static String factId(GenericRecord fact) {
    return text(Fields.inner(fact, "envelope"), "fact_id");
  }

  /** Takes in a publication of the log; false when no command led to it. */
  boolean publishes(GenericRecord publish) {
    String factId = factId(publish);
    if (!commands.contains(factId)) {
      return false;
    }
    List<Object> publication = List.of(text(publish, "id"), Fields.inner(publish, "event"));
    if (found.put(factId, publication) != null) {
      violations.add("published twice: " + factId + " " + publication);
    }
    return true;
  }

  /** Adds violations unless the first command of each claim is published once, and no other. */
  void check(Violations all) {
    violations.lines().forEach(all::add);
    all.compare("publishes under a key", expected, found);
  }
}
