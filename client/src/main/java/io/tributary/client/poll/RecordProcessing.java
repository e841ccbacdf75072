package io.tributary.client.poll;

import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.RejectedRecord;
import io.tributary.client.failure.Rejection;
import io.tributary.client.failure.Retries;
import io.tributary.client.health.Check;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attempts of records, and the decisions after each. */
public final class RecordProcessing {

  private static final Logger LOG = LoggerFactory.getLogger(RecordProcessing.class);

  /** Waits for a schema, without limit. */
  private static final Retries SCHEMA =
      new Retries(Integer.MAX_VALUE, Duration.ofMillis(25), Duration.ofSeconds(5));

  /** Number of waits, nearly half a second, before a warning. */
  private static final int LONG = 5;

  private static final AttemptResult LEFT =
      new AttemptResult.Again(Duration.ZERO, "the next owner of its partition reads it again");

  private final Map<String, TopicRoute<?, ?>> routes;
  private final ValueFormat format;
  private final FailurePolicy undecodable;
  private final FailurePolicy refused;

  /** Processing with routes by the topics' names in the cluster. */
  public RecordProcessing(
      Map<String, TopicRoute<?, ?>> routes,
      ValueFormat format,
      FailurePolicy undecodable,
      FailurePolicy refused) {
    this.routes = Map.copyOf(routes);
    this.format = format;
    this.undecodable = undecodable;
    this.refused = refused;
  }

  AttemptResult attempt(RecordAttempts attempts) {
    RejectedRecord rejected = attempts.rejected();
    return rejected == null ? handle(attempts) : handOver(attempts, rejected);
  }

  private AttemptResult handle(RecordAttempts attempts) {
    TopicRoute.Delivery delivery;
    try {
      delivery = decode(attempts.record());
    } catch (SchemaUnavailableException e) {
      return awaitSchema(attempts, e);
    } catch (UndecodableException e) {
      return failed(attempts, undecodable, new Rejection.Undecodable(e.reason()), e);
    }
    try {
      delivery.deliver();
      return new AttemptResult.Finished();
    } catch (Exception e) {
      return failed(attempts, refused, new Rejection.Refused(e), e);
    }
  }

  /** The log has it once, and {@link Check} as long as it lasts. */
  private static AttemptResult awaitSchema(
      RecordAttempts attempts, SchemaUnavailableException why) {
    int waits = attempts.countWait();
    if (waits == LONG) {
      LOG.warn(
          "{} waits for its schema: {}", TopicRoute.origin(attempts.record()), why.getMessage());
    }
    return new AttemptResult.Again(SCHEMA.delay(waits), String.valueOf(why.getMessage()));
  }

  private TopicRoute.Delivery decode(ConsumerRecord<byte[], byte[]> record) {
    TopicRoute<?, ?> route = routes.get(record.topic());
    if (route == null) {
      throw new IllegalStateException("a record of " + record.topic() + ", which has no handler");
    }
    return route.decode(record, format);
  }

  private AttemptResult failed(
      RecordAttempts attempts, FailurePolicy policy, Rejection rejection, Exception cause) {
    if (attempts.isLeft()) {
      return LEFT;
    }
    int made = attempts.countOne();
    if (made < policy.retries().attempts()) {
      return new AttemptResult.Again(policy.retries().delay(made), rejection.reason());
    }
    if (policy instanceof FailurePolicy.HandOver) {
      return handOver(attempts, attempts.reject(rejection));
    }
    return new AttemptResult.Fatal(rejection.reason(), cause);
  }

  private AttemptResult handOver(RecordAttempts attempts, RejectedRecord rejected) {
    FailurePolicy policy =
        rejected.rejection() instanceof Rejection.Undecodable ? undecodable : refused;
    if (!(policy instanceof FailurePolicy.HandOver handOver)) {
      throw new IllegalStateException("rejected without anybody to hand it to");
    }
    try {
      handOver.to().take(rejected);
    } catch (Exception e) {
      if (attempts.isLeft()) {
        return LEFT;
      }
      int made = attempts.countHandingOver();
      String why = "could not be handed over: " + new Rejection.Refused(e).reason();
      return made < handOver.retries().attempts()
          ? new AttemptResult.Again(handOver.retries().delay(made), why)
          : new AttemptResult.Fatal(why, e);
    }
    LOG.warn(
        "{} handed over after {} attempts: {}",
        TopicRoute.origin(rejected.record()),
        rejected.attempts(),
        rejected.rejection().reason());
    return new AttemptResult.Finished();
  }
}
