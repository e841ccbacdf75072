package io.tributary.processors.command;

import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.AggregateStore;
import io.tributary.processors.state.AggregateType;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Counts facts as activity of their aggregate, so rarely that storing it costs little. Activity
 * does not create an aggregate.
 */
public final class ActivityStep<K, F extends SpecificRecordBase, S extends SpecificRecordBase>
    implements FactStep<F> {

  private final FactSource<K, F> source;
  private final AggregateType.Activity<S> activity;
  private final AggregateStore<S> aggregates;

  public ActivityStep(
      FactSource<K, F> source, AggregateType<S> kind, AggregateStore<S> aggregates) {
    this.source = source;
    this.activity = kind.activity().orElseThrow();
    this.aggregates = aggregates;
  }

  @Override
  public List<OutputRecord<?, ?>> apply(F fact) {
    String subject = source.topic().keys().encode(source.keyOf().apply(fact));
    long at = source.envelopeOf().apply(fact).getAcceptedAtMs();
    if (!aggregates.count(subject, at)) {
      return List.of();
    }
    Optional<S> state = aggregates.find(subject);
    return state
        .flatMap(before -> activity.count(before, at, aggregates.nextRev(state)))
        .<List<OutputRecord<?, ?>>>map(changed -> List.of(aggregates.keep(subject, changed)))
        .orElseGet(List::of);
  }
}
