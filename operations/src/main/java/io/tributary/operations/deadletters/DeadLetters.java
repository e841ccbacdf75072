package io.tributary.operations.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.avro.envelope.DecisionKind;
import io.tributary.gateway.GatewayFamilies;
import io.tributary.gateway.family.Redecision;
import io.tributary.operations.FailureText;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.RecordFinder;
import io.tributary.operations.topics.CurrentTopics;
import io.tributary.operations.topics.RecordJson;
import io.tributary.operations.topics.UnfitValueException;
import io.tributary.operations.topics.ValueJson;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/** Operations on dead letters. */
public final class DeadLetters implements AutoCloseable {

  private static final Comparator<DecidedDeadLetter> OLDEST_FIRST =
      Comparator.comparing((DecidedDeadLetter found) -> found.deadLetter().at())
          .thenComparing(found -> found.deadLetter().id().offset());

  /**
   * The newest of some dead letters.
   *
   * @param deadLetters the newest last
   * @param omitted count of older ones that match too
   */
  public record Page(List<DecidedDeadLetter> deadLetters, long omitted) {}

  private final Cluster cluster;
  private final ValueFormat format;
  private final RecordFinder finder;
  private final CurrentTopics current;
  private final DeadLetterReader deadLetters;
  private final Redriving redriving;

  /**
   * Dead letters of a generation.
   *
   * @param cluster of the generation, the caller's to close
   * @param live number of the live generation, asked before dead letters are sent
   */
  public DeadLetters(Cluster cluster, IntSupplier live) {
    this.cluster = cluster;
    this.format = PipelineFormat.of(cluster.clients());
    this.finder = RecordFinder.open(cluster.clients());
    this.current = new CurrentTopics(cluster);
    this.deadLetters = new DeadLetterReader(cluster, format, finder, current);
    this.redriving = new Redriving(cluster.clients().topics(), finder, live);
  }

  /**
   * The newest that match, without their values.
   *
   * @param all true to include those with a decision
   */
  public Page list(DeadLetterFilter filter, boolean all, int limit) {
    PriorityQueue<DecidedDeadLetter> newest = new PriorityQueue<>(OLDEST_FIRST);
    AtomicLong omitted = new AtomicLong();
    for (Family family : filter.families()) {
      Map<DeadLetterId, DeadLetterDecision> decisions = deadLetters.decisions(family);
      deadLetters.each(
          family,
          filter,
          deadLetter -> {
            Optional<DeadLetterDecision> decision =
                Optional.ofNullable(decisions.get(deadLetter.id()));
            if (all || decision.isEmpty()) {
              newest.add(new DecidedDeadLetter(deadLetter.head(), decision));
            }
            if (newest.size() > limit) {
              newest.remove();
              omitted.incrementAndGet();
            }
          });
    }
    return new Page(newest.stream().sorted(OLDEST_FIRST).toList(), omitted.get());
  }

  /** One dead letter; {@link OperationException} if it does not exist. */
  public DecidedDeadLetter get(DeadLetterId id) {
    return new DecidedDeadLetter(required(id), decision(id));
  }

  public JsonNode value(DeadLetterRecord deadLetter) {
    return new RecordJson(format).value(deadLetter.record().value());
  }

  /** Sends open dead letters back to the stage where they failed. */
  public void redrive(BulkRequest request, BulkResult result) {
    Map<Family, Optional<Redecision>> redecisions = new EnumMap<>(Family.class);
    try {
      decide(
          deadLetter ->
              redecisions
                  .computeIfAbsent(
                      deadLetter.id().family(),
                      family ->
                          GatewayFamilies.redecision(
                              family, cluster.clients(), format, request.runtime()))
                  .flatMap(redecision -> decided(redecision, deadLetter))
                  .map(value -> redriving.redecided(deadLetter, value))
                  .orElseGet(() -> redriving.again(deadLetter)),
          request,
          result);
    } finally {
      redecisions.values().forEach(redecision -> redecision.ifPresent(Redecision::close));
    }
  }

  /** Value of a fact that is admitted now; empty for one that directories do not decide on. */
  private static Optional<byte[]> decided(Redecision redecision, DeadLetterRecord deadLetter) {
    byte[] value = deadLetter.record().value();
    try {
      Optional<Redecision.Decided> decided =
          value == null ? Optional.empty() : redecision.decide(deadLetter.code(), value);
      if (decided.isPresent() && decided.get().value().isEmpty()) {
        throw OperationException.failed(decided.get().refusal());
      }
      return decided.flatMap(Redecision.Decided::value);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw OperationException.failed("interrupted");
    } catch (OperationException e) {
      throw e;
    } catch (Exception e) {
      throw OperationException.failed(FailureText.of(e));
    }
  }

  public void discard(BulkRequest request, BulkResult result) {
    decide(
        deadLetter ->
            new BulkDecision.Decision(deadLetter, DecisionKind.discarded, Optional.empty()),
        request,
        result);
  }

  /**
   * Sends a dead letter back with another value.
   *
   * @param value as JSON
   * @param request for this one alone
   */
  public void edit(DeadLetterId id, String value, BulkRequest request, BulkResult result) {
    DeadLetterRecord deadLetter = required(id);
    decision(id)
        .ifPresent(
            known -> {
              throw OperationException.failed(id + " has been " + known.getDecision().name());
            });
    byte[] bytes =
        redriving
            .home(deadLetter)
            .flatMap(topic -> topic.valueType())
            .map(type -> encode(value, type))
            .orElseThrow(
                () ->
                    OperationException.failed(id + " names no topic of its family as its origin"));
    decide(found -> redriving.edited(found, bytes), request, result);
  }

  private void decide(BulkDecision.Rule rule, BulkRequest request, BulkResult result) {
    new BulkDecision(cluster, format, deadLetters, rule, request, result).run();
  }

  private <V extends SpecificRecordBase> byte[] encode(String value, Class<V> type) {
    String start = "the value is no " + type.getSimpleName() + ": ";
    try {
      byte[] bytes = new ValueJson().encode(SpecificData.get().getSchema(type), value);
      V unused = format.decode(type, bytes);
      return bytes;
    } catch (UnfitValueException e) {
      throw OperationException.invalid(start + e.getMessage());
    } catch (UndecodableException e) {
      throw OperationException.invalid(start + e.reason());
    }
  }

  private DeadLetterRecord required(DeadLetterId id) {
    return deadLetters
        .find(id)
        .orElseThrow(() -> OperationException.failed("there is no dead letter " + id));
  }

  private Optional<DeadLetterDecision> decision(DeadLetterId id) {
    return Optional.ofNullable(deadLetters.decisions(id.family()).get(id));
  }

  @Override
  public void close() {
    current.close();
    finder.close();
  }
}
