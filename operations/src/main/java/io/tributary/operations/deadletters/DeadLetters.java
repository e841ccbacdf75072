package io.tributary.operations.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.envelope.DeadLetterFate;
import io.tributary.avro.envelope.FateKind;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.RecordFinder;
import io.tributary.operations.topics.RecordJson;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** What operators can do about a cluster's dead letters. */
public final class DeadLetters implements AutoCloseable {

  private static final Comparator<DecidedDeadLetter> OLDEST_FIRST =
      Comparator.comparing((DecidedDeadLetter found) -> found.letter().at())
          .thenComparing(found -> found.letter().id().offset());

  private final Cluster cluster;
  private final ValueFormat format;
  private final RecordFinder finder;
  private final DeadLetterReader letters;
  private final Redriving redriving;

  /**
   * Those of the cluster's generation.
   *
   * @param cluster stays the caller's to close
   * @param live which generation is, by now; asked when letters are sent back
   */
  public DeadLetters(Cluster cluster, IntSupplier live) {
    this.cluster = cluster;
    this.format = PipelineFormat.of(cluster.clients());
    this.finder = RecordFinder.of(cluster);
    this.letters = new DeadLetterReader(cluster, format, finder);
    this.redriving = new Redriving(cluster.clients().topics(), finder, live);
  }

  /**
   * The newest that match.
   *
   * @param all true to include those with a decision
   */
  public DeadLetterPage list(DeadLetterFilter filter, boolean all, int limit) {
    PriorityQueue<DecidedDeadLetter> newest = new PriorityQueue<>(OLDEST_FIRST);
    AtomicLong omitted = new AtomicLong();
    for (Family family : filter.families()) {
      Map<String, DeadLetterFate> fates = letters.fates(family);
      letters.each(
          family,
          filter,
          letter -> {
            Optional<DeadLetterFate> fate = Optional.ofNullable(fates.get(letter.id().toString()));
            if (all || fate.isEmpty()) {
              newest.add(new DecidedDeadLetter(letter, fate));
            }
            if (newest.size() > limit) {
              newest.remove();
              omitted.incrementAndGet();
            }
          });
    }
    return new DeadLetterPage(newest.stream().sorted(OLDEST_FIRST).toList(), omitted.get());
  }

  /** One dead letter; {@link OperationException} if it does not exist. */
  public DecidedDeadLetter get(DeadLetterId id) {
    return new DecidedDeadLetter(required(id), fate(id));
  }

  /** Value as JSON. */
  public JsonNode value(DeadLetterRecord letter) {
    return new RecordJson(format).value(letter.record().value());
  }

  /** Sends those that are meant and open back to where they failed. */
  public void redrive(BulkRequest work, BulkResult tally) {
    new BulkDecision(cluster, format, letters, redriving::again, work, tally).run();
  }

  /** Gives up those that are meant and open. */
  public void discard(BulkRequest work, BulkResult tally) {
    Decision.Judge judge =
        letter -> new Decision.Decided(letter.id(), FateKind.discarded, Optional.empty());
    new BulkDecision(cluster, format, letters, judge, work, tally).run();
  }

  /**
   * Sends a letter back with another value.
   *
   * @param work which means that one alone
   */
  public void edit(DeadLetterId id, NewValue value, BulkRequest work, BulkResult tally) {
    DeadLetterRecord letter = required(id);
    fate(id)
        .ifPresent(
            known -> {
              throw OperationException.conflict(id + " has been " + known.getFate().name());
            });
    byte[] bytes =
        value.encode(
            redriving
                .home(letter)
                .flatMap(topic -> topic.valueType())
                .orElseThrow(
                    () ->
                        OperationException.notFound(
                            id + " names no topic of its family as its origin")),
            format);
    Decision.Judge judge = found -> redriving.edited(found, bytes);
    new BulkDecision(cluster, format, letters, judge, work, tally).run();
  }

  private DeadLetterRecord required(DeadLetterId id) {
    return letters
        .find(id)
        .orElseThrow(() -> OperationException.notFound("there is no dead letter " + id));
  }

  private Optional<DeadLetterFate> fate(DeadLetterId id) {
    return Optional.ofNullable(letters.fates(id.family()).get(id.toString()));
  }

  @Override
  public void close() {
    finder.close();
  }
}
