package io.tributary.processors.inbox.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.schemas.key.inbox.InboxKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random events of a few users, against a model and against what must be true of any history. */
final class InboxPropertyTest {

  private static final int SEEDS = 80;
  private static final int EVENTS_OF_A_SEED = 70;
  private static final long START = 1_772_323_200_000L;

  /** Stores forget a day after a state is dead; a clock may be wrong by nearly as much. */
  private static final long NEARLY_A_DAY = 80_000_000L;

  /** Three of them are in one partition. */
  private static final List<InboxKey> USERS =
      List.of(
          new InboxKey("acme", "u-1", "DEFAULT"),
          new InboxKey("acme", "u-2", "DEFAULT"),
          new InboxKey("acme", "u-10", "DEFAULT"),
          new InboxKey("acme", "u-4", "DEFAULT"),
          new InboxKey("acme", "u-1", "news"),
          new InboxKey("acmeU", "u-1", "DEFAULT"));

  private final List<InboxEvent> sent = new ArrayList<>();
  private long at;
  private long newest;
  private long wallClock;
  private int facts;

  @Test
  void shouldEqualTheModel(@TempDir Path stateDir) {
    Map<String, Integer> seen = new TreeMap<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      int slice = seed % 4 == 0 ? 1000 : seed % 4;
      PartitionedFold fold = new PartitionedFold(stateDir, slice);
      InboxModel model = new InboxModel();
      begin();
      for (int i = 0; i < EVENTS_OF_A_SEED; i++) {
        InboxEvent event = next(random, fold);
        fold.send(event);
        fold.drain();
        model.accept(event);
        pass(random, fold, model);
        requireAlike("seed " + seed + " event " + i, fold, model, slice == 1000);
      }
      requireTrue("seed " + seed, fold);
      requireReplay("seed " + seed, fold);
      seen.merge("continued", fold.continued, Integer::sum);
      note(seen, model);
    }
    System.out.println(SEEDS + " seeds: " + seen);
    assertThat(seen.values()).allSatisfy(count -> assertThat(count).isGreaterThan(SEEDS / 4));
  }

  /** Partitions at a pace of their own, so that much happens between the slices of an event. */
  @Test
  void shouldStayCorrectWithChangesBetweenSlices(@TempDir Path stateDir) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      PartitionedFold fold = new PartitionedFold(stateDir, 1 + seed % 2);
      begin();
      for (int i = 0; i < EVENTS_OF_A_SEED; i++) {
        fold.send(next(random, fold));
        PartitionedFold.Partition partition = fold.partition(random.nextInt(6));
        for (int steps = random.nextInt(8); steps > 0 && partition.isBehind(); steps--) {
          partition.step();
        }
        if (random.nextInt(10) == 0) {
          wallClock = Math.max(wallClock, at);
          fold.punctuate(wallClock);
        }
      }
      fold.drain();
      requireTrue("seed " + seed, fold);
      requireReplay("seed " + seed, fold);
    }
  }

  private void begin() {
    sent.clear();
    at = START;
    newest = START;
    wallClock = START;
    facts = 0;
  }

  private InboxEvent next(Random random, PartitionedFold fold) {
    at +=
        switch (random.nextInt(14)) {
          case 0 -> -random.nextInt(60_000);
          case 1 -> random.nextInt(700_000);
          case 2 -> 600_000;
          case 3 -> random.nextInt(200_000_000);
          case 4 -> -random.nextInt(100_000_000);
          case 5 -> 0;
          default -> random.nextInt(3_000);
        };
    newest = Math.max(newest, at);
    at = Math.max(at, newest - NEARLY_A_DAY);
    if (random.nextInt(12) == 0) {
      fold.partition(random.nextInt(PartitionedFold.PARTITIONS)).restart();
    }
    String factId = "fact-" + facts++;
    if (!sent.isEmpty() && random.nextInt(6) == 0) {
      InboxEvent again = sent.get(random.nextInt(sent.size()));
      if (random.nextBoolean() || again.getEnvelope().getAcceptedAtMs() < newest - NEARLY_A_DAY) {
        again =
            PartitionedFold.event(
                EventRule.inboxOf(again), factId, at, (SpecificRecordBase) again.getEvent());
      }
      return again;
    }
    InboxKey user = USERS.get(random.nextInt(USERS.size()));
    InboxEvent event = fresh(random, user, factId);
    sent.add(event);
    return event;
  }

  /** Own messages have even numbers, public ones odd. */
  private InboxEvent fresh(Random random, InboxKey user, String factId) {
    boolean toAll = random.nextBoolean();
    String id = "07AEH01P4K9ZQ2M7" + (2 * random.nextInt(4) + (toAll ? 1 : 0));
    InboxKey owner = toAll ? user.everyone() : user;
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> PartitionedFold.event(owner, factId, at, delivered(random, id));
      case 4, 5 -> PartitionedFold.event(user, factId, at, new ReadMessage(id));
      case 6 -> PartitionedFold.event(user, factId, at, new ReadUntil(until(random)));
      case 7 -> PartitionedFold.event(owner, factId, at, new RedactedMessage(id));
      default ->
          PartitionedFold.event(
              random.nextBoolean() ? owner : user, factId, at, new ExpiredMessage(id));
    };
  }

  private DeliveredMessage delivered(Random random, String id) {
    return DeliveredMessage.newBuilder()
        .setId(id)
        .setCategory(random.nextInt(3) == 0 ? null : "category-" + random.nextInt(2))
        .setExpiredatS(at / 1000 + 1 + random.nextInt(random.nextBoolean() ? 60 : 300_000))
        .setDetails(
            MessageDetails.newBuilder()
                .setSender("s")
                .setLabel("l")
                .setTitle("t")
                .setBodyJson("\"b\"")
                .build())
        .build();
  }

  private long until(Random random) {
    return at / 1000
        + switch (random.nextInt(3)) {
          case 0 -> -random.nextInt(1_000);
          case 1 -> 0;
          default -> random.nextInt(1_000);
        };
  }

  /** Lets the wall clock go on; what processors append is part of the log from then on. */
  private void pass(Random random, PartitionedFold fold, InboxModel model) {
    fold.appended.clear();
    if (random.nextInt(4) == 0) {
      wallClock += random.nextInt(200_000_000);
      newest = Math.max(newest, wallClock);
      fold.punctuate(wallClock);
      fold.drain();
      fold.appended.forEach(model::accept);
    }
  }

  private static void requireAlike(
      String where, PartitionedFold fold, InboxModel model, boolean withReadat) {
    List<String> live = new ArrayList<>();
    of(fold, InboxMessage.class)
        .filter(m -> m.getRemoval() == null)
        .forEach(
            m ->
                live.add(
                    line("message", m.getTenantKey(), m.getInboxKey(), m.getUid(), m.getId())
                        + category(m.getCategory())
                        + readat(m.getReadatS(), withReadat)
                        + m.getExpiredatS()));
    of(fold, InboxReceipt.class)
        .filter(r -> r.getRemoval() == null)
        .forEach(
            r ->
                live.add(
                    line("receipt", r.getTenantKey(), r.getInboxKey(), r.getUid(), r.getId())
                        + category(r.getCategory())
                        + readat(r.getReadatS(), withReadat)
                        + r.getExpiredatS()));
    Map<String, String> counters = new TreeMap<>();
    of(fold, InboxStats.class)
        .forEach(stats -> counters.put(nameOf(stats), stats.getPublished() + " " + readOf(stats)));
    Map<String, String> expected = new TreeMap<>();
    model.counters.forEach((name, counts) -> expected.put(name + " ", counts[0] + " " + counts[1]));
    assertThat(counters).as(where).isEqualTo(expected);
    assertThat(live).as(where).containsExactlyInAnyOrderElementsOf(model.live(withReadat));
    assertThat(fold.deadLetters).as(where).containsExactlyInAnyOrderElementsOf(model.deadLetters);
  }

  /** Counters are what they count, in any history. */
  private static void requireTrue(String where, PartitionedFold fold) {
    Map<String, Long> counted = new TreeMap<>();
    of(fold, InboxMessage.class)
        .filter(m -> m.getRemoval() == null)
        .forEach(
            m -> {
              String inbox = line(m.getTenantKey(), m.getInboxKey(), m.getUid());
              count(counted, inbox, m.getCategory(), "published");
              if (m.getReadatS() != null) {
                count(counted, inbox, m.getCategory(), "read");
              }
            });
    of(fold, InboxReceipt.class)
        .filter(r -> r.getRemoval() == null)
        .forEach(
            r -> {
              String inbox = line(r.getTenantKey(), r.getInboxKey(), r.getUid());
              count(counted, inbox, r.getCategory(), "read");
            });
    Map<String, Long> found = new TreeMap<>();
    of(fold, InboxStats.class)
        .forEach(
            stats -> {
              found.put(nameOf(stats) + "published", stats.getPublished());
              found.put(nameOf(stats) + "read", readOf(stats));
            });
    found.values().removeIf(count -> count == 0);
    assertThat(found).as(where).isEqualTo(counted);
  }

  private static <R> Stream<R> of(PartitionedFold fold, Class<R> type) {
    return fold.newest.values().stream().filter(type::isInstance).map(type::cast);
  }

  private static String nameOf(InboxStats stats) {
    String category = stats.getCategory() == null ? "*" : stats.getCategory();
    return line(stats.getTenantKey(), stats.getInboxKey(), stats.getUid(), category);
  }

  private static long readOf(InboxStats stats) {
    return stats.getRead() == null ? 0 : stats.getRead();
  }

  private static String category(@Nullable String category) {
    return category + " ";
  }

  /** But for what is written again, and tombstones, which the clock brings. */
  private static void requireReplay(String where, PartitionedFold fold) {
    List<List<String>> replayed = fold.replayed();
    for (int i = 0; i < PartitionedFold.PARTITIONS; i++) {
      Set<String> before = new HashSet<>();
      List<String> written =
          fold.partition(i).written.stream()
              .filter(line -> !line.endsWith(" null") && before.add(line))
              .toList();
      assertThat(replayed.get(i)).as(where + " partition " + i).isEqualTo(written);
    }
  }

  private static void count(
      Map<String, Long> counts, String inbox, @Nullable String category, String what) {
    counts.merge(inbox + "* " + what, 1L, Long::sum);
    if (category != null) {
      counts.merge(inbox + category + " " + what, 1L, Long::sum);
    }
  }

  private static void note(Map<String, Integer> seen, InboxModel model) {
    seen.merge("duplicates", model.duplicates, Integer::sum);
    seen.merge("waited", model.waited, Integer::sum);
    seen.merge("read late", model.readLate, Integer::sum);
    seen.merge("dead letters", model.deadLetters.size(), Integer::sum);
    seen.merge("read by a mark", model.readByMark, Integer::sum);
    seen.merge("receipts redacted", model.receiptsRedacted, Integer::sum);
    seen.merge("expiries of nothing", model.unmatched, Integer::sum);
    assertThat(model.negative).isZero();
  }

  private static String readat(@Nullable Long readat, boolean exact) {
    return (exact ? readat + "" : (readat != null) + "") + " ";
  }

  private static String line(Object... parts) {
    StringBuilder line = new StringBuilder();
    for (Object part : parts) {
      line.append(part).append(' ');
    }
    return line.toString();
  }
}
