package io.tributary.e2e.inbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Short sequences of events, each of an inbox of its own with two users, accepted at times that
 * jump back and forth around the ends of waits; every kind of event, in every order, and many of
 * them more than once.
 */
final class ForgedSequences {

  private static final String TENANT = "forged";
  private static final List<String> UIDS = List.of("a", "b");
  private static final long LIFE = 2_592_000;
  private static final int LEAST_EVENTS = 6;
  private static final int MORE_EVENTS = 14;

  /**
   * How far the clock moves from one event to the next, ms; also to where the processors' own clock
   * says at once that a wait is over.
   */
  private static final List<Long> STEPS =
      List.of(
          0L, 1L, 999L, 1_000L, 5_000L, 60_000L, -1L, -2_000L, -120_000L, -700_000L, 599_999L,
          600_000L, 600_001L);

  private final Random random;
  private final InboxFacts facts;
  private int sequences;
  private long events;
  private long names;

  ForgedSequences(Random random, InboxFacts facts) {
    this.random = random;
    this.facts = facts;
  }

  /** The records of so many more sequences. */
  List<ProducerRecord<byte[], byte[]>> next(int count) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      addSequence(records, new Inbox(TENANT, "f" + sequences++));
    }
    return records;
  }

  /** How many sequences were made. */
  int sequences() {
    return sequences;
  }

  /** How many events they had. */
  long events() {
    return events;
  }

  private void addSequence(List<ProducerRecord<byte[], byte[]>> records, Inbox inbox) {
    Instant clock = Instant.now();
    List<String> ids = new ArrayList<>(List.of(name()));
    List<String> everyone = new ArrayList<>(List.of(name()));
    int left = LEAST_EVENTS + random.nextInt(MORE_EVENTS);
    while (left-- > 0) {
      clock = clock.plusMillis(oneOf(STEPS));
      events++;
      switch (random.nextInt(12)) {
        case 0, 1, 2 -> add(records, inbox, clock, delivered(ids, clock));
        case 3 -> addEverywhere(records, inbox, clock, delivered(everyone, clock));
        case 4, 5, 6 -> add(records, inbox, clock, facts.readMessage(some(ids, everyone)));
        case 7 -> add(records, inbox, clock, facts.readUntil(until(clock)));
        case 8 -> add(records, inbox, clock, facts.redacted(oneOf(ids)));
        case 9 -> addEverywhere(records, inbox, clock, removal(oneOf(everyone)));
        case 10 -> add(records, inbox, clock, facts.expired(some(ids, everyone)));
        default -> add(records, inbox, clock, facts.tick());
      }
    }
  }

  /** Mostly the next one, whose id a read may have used before; else one once more. */
  private GenericRecord delivered(List<String> ids, Instant clock) {
    String id = ids.get(ids.size() - 1);
    if (random.nextInt(4) == 0) {
      id = oneOf(ids);
    } else {
      ids.add(name());
    }
    String category = random.nextBoolean() ? "billing" : null;
    return facts.delivered(id, category, clock.getEpochSecond() + LIFE);
  }

  private GenericRecord removal(String id) {
    return random.nextBoolean() ? facts.redacted(id) : facts.expired(id);
  }

  private long until(Instant clock) {
    return clock.getEpochSecond() + List.of(-100, -1, 0, 0, 1, 700).get(random.nextInt(6));
  }

  private String some(List<String> ids, List<String> everyone) {
    return oneOf(random.nextInt(3) == 0 ? everyone : ids);
  }

  private void add(
      List<ProducerRecord<byte[], byte[]>> records,
      Inbox inbox,
      Instant clock,
      GenericRecord event) {
    String uid = oneOf(UIDS);
    records.add(
        facts.record(
            InboxFacts.EVENTS, null, inbox.pk(uid), facts.event(inbox, uid, clock, event).build()));
  }

  private void addEverywhere(
      List<ProducerRecord<byte[], byte[]>> records,
      Inbox inbox,
      Instant clock,
      GenericRecord event) {
    GenericRecord fact = facts.event(inbox, Inbox.PUBLIC, clock, event).build();
    for (int partition = 0; partition < InboxFacts.PARTITIONS; partition++) {
      records.add(facts.record(InboxFacts.EVENTS, partition, inbox.publicPk(), fact));
    }
  }

  private String name() {
    return "F%016d".formatted(names++);
  }

  private <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
