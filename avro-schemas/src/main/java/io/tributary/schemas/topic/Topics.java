package io.tributary.schemas.topic;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.avro.envelope.SeenMessage;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.SinglePartKey;
import io.tributary.schemas.key.WaitKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/** The catalogue of all topics, by which topics are made, compared and decoded. */
public final class Topics {

  /** Partitions of a topic that has several, unless a setting says otherwise. */
  public static final int PARTITIONS = 6;

  /** The largest request, 1 MiB, and room for the gateway's envelope. */
  static final int MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

  static final KeyCodec<String> ANY_TEXT =
      new SinglePartKey("key", new KeyPart(text -> true, "may be any text"));

  private static final KeyCodec<String> DEAD_LETTER_ID =
      new SinglePartKey("dead_letter", new KeyPart(text -> true, "may be any text"));

  /**
   * Fingerprints of secrets, and the wire format with its schema ids. The first record of a name
   * counts, so nothing is ever removed or compacted.
   */
  public static final Topic<String, SecretFingerprint> META =
      Topic.of(
              "tributary.meta",
              TopicKind.META,
              ANY_TEXT,
              SecretFingerprint.class,
              Retention.UNLIMITED)
          .withPartitions(1);

  /** Changes of the live generation; a log, kept whole. */
  public static final Topic<String, GenerationChange> GENERATIONS =
      Topic.of(
              "tributary.generations",
              TopicKind.GENERATIONS,
              ANY_TEXT,
              GenerationChange.class,
              Retention.UNLIMITED)
          .withPartitions(1);

  private Topics() {}

  /** Every topic, in the order of the flow within each family. */
  public static List<Topic<?, ?>> all() {
    return Stream.of(
            List.<Topic<?, ?>>of(META, GENERATIONS),
            DevicesTopics.all(),
            HistoryTopics.all(),
            InboxTopics.all(),
            TenantsTopics.all(),
            OutreachTopics.all())
        .<Topic<?, ?>>flatMap(List::stream)
        .flatMap(Topics::withWhatOperatorsWrite)
        .toList();
  }

  /** The topics of these families, and those without a family. */
  public static List<Topic<?, ?>> of(Set<Family> families) {
    return all().stream()
        .filter(topic -> topic.family().map(families::contains).orElse(true))
        .toList();
  }

  /** Topics of facts to which processors append the rest of an event. */
  public static List<Topic<?, ?>> feedingThemselves() {
    return List.of(InboxTopics.EVENTS, TenantsTopics.CONVERSATION_EVENTS, OutreachTopics.EVENTS);
  }

  /** True of topics that are written in transactions, whose markers take offsets. */
  public static boolean inTransactions(Topic<?, ?> topic) {
    return topic.kind() != TopicKind.FACTS
        || Set.of(
                DevicesTopics.BATCH_CLAIMS,
                HistoryTopics.EVENTS,
                InboxTopics.PUBLISHES,
                InboxTopics.EVENTS,
                TenantsTopics.CONVERSATION_EVENTS,
                OutreachTopics.EVENTS)
            .contains(topic);
  }

  /** Types of states that processors keep and no topic holds. */
  public static List<Class<? extends SpecificRecordBase>> states() {
    return Stream.of(
            List.of(SeenMessage.class),
            DevicesTopics.STATES,
            InboxTopics.STATES,
            TenantsTopics.STATES,
            OutreachTopics.STATES)
        .<Class<? extends SpecificRecordBase>>flatMap(List::stream)
        .toList();
  }

  /** The topic of that name, without prefix. */
  public static Optional<Topic<?, ?>> named(String name) {
    return all().stream().filter(topic -> topic.name().equals(name)).findFirst();
  }

  public static Topic<?, ?> deadLettersOf(Family family) {
    return only(TopicKind.DEAD_LETTERS, family);
  }

  /** Operators' decisions about dead letters, by the dead letters' ids. */
  public static Topic<?, ?> decisionsOf(Family family) {
    return only(TopicKind.DECISIONS, family);
  }

  /** Records of the family for the sink to try again. */
  public static Topic<?, ?> redrivesOf(Family family) {
    return only(TopicKind.REDRIVES, family);
  }

  private static Topic<?, ?> only(TopicKind kind, Family family) {
    return all().stream()
        .filter(topic -> topic.kind() == kind && topic.family().equals(Optional.of(family)))
        .findFirst()
        .orElseThrow();
  }

  /** A family with dead letters has decisions and redrives, too. */
  private static Stream<Topic<?, ?>> withWhatOperatorsWrite(Topic<?, ?> topic) {
    return topic.kind() == TopicKind.DEAD_LETTERS
        ? Stream.of(topic, decisions(topic), redrives(topic))
        : Stream.of(topic);
  }

  /** Decisions are kept as long as their dead letters; one partition makes them one log. */
  private static Topic<String, DeadLetterDecision> decisions(Topic<?, ?> deadLetters) {
    return Topic.of(
            deadLetters.family().orElseThrow().label() + ".dead-letter-decisions",
            TopicKind.DECISIONS,
            DEAD_LETTER_ID,
            DeadLetterDecision.class,
            deadLetters.retention())
        .withPartitions(1);
  }

  /** As large as dead letters, and kept as long: tables are rebuilt from them, too. */
  private static Topic<String, SpecificRecordBase> redrives(Topic<?, ?> deadLetters) {
    return new Topic<>(
        deadLetters.family().orElseThrow().label() + ".redrives",
        deadLetters.family(),
        TopicKind.REDRIVES,
        ANY_TEXT,
        Optional.empty(),
        PARTITIONS,
        deadLetters.retention(),
        deadLetters.maxMessageBytes());
  }

  /** Decisions about a family's commands, for the gateway that waits. */
  static Topic<String, CommandOutcome> outcomes(Family family) {
    return Topic.of(
        family.label() + ".outcomes",
        TopicKind.OUTCOMES,
        ANY_TEXT,
        CommandOutcome.class,
        Retention.days(1));
  }

  /** Facts that wait, each until its tombstone. */
  static Topic<WaitKey, WaitingFact> waits(Family family) {
    return new Topic<>(
        family.label() + ".waits",
        Optional.of(family),
        TopicKind.WAITS,
        WaitKey.CODEC,
        Optional.of(WaitingFact.class),
        PARTITIONS,
        Retention.COMPACTED,
        2 * MAX_MESSAGE_BYTES);
  }

  /** Dead letters that are kept for ever, until an operator works them. */
  static Topic<String, SpecificRecordBase> deadLetters(Family family) {
    return deadLetters(family, Retention.UNLIMITED);
  }

  /** Dead letters keep their record, with some more headers. */
  static Topic<String, SpecificRecordBase> deadLetters(Family family, Retention retention) {
    return new Topic<>(
        family.label() + ".dead-letters",
        Optional.of(family),
        TopicKind.DEAD_LETTERS,
        ANY_TEXT,
        Optional.empty(),
        PARTITIONS,
        retention,
        2 * MAX_MESSAGE_BYTES);
  }
}
