package io.tributary.processors.fact;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.store.StateTooLargeException;
import io.tributary.processors.store.TaskStores;
import io.tributary.runtime.version.ServiceEnvelope;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.rule.InvalidValueException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Application of the facts of one task. The changes and records of a fact are kept as a whole, or
 * the fact becomes a dead letter and nothing of it is kept.
 */
public final class FactApplication<F extends SpecificRecordBase> {

  private static final Logger log = LoggerFactory.getLogger(FactApplication.class);

  private final FactSource<?, F> source;
  private final FactOutput output;
  private final TaskStores stores;

  FactApplication(FactSource<?, F> source, FactOutput output, TaskStores stores) {
    this.source = source;
    this.output = output;
    this.stores = stores;
  }

  /**
   * Applies a fact.
   *
   * @param effect changes stores and returns the records that follow
   * @return the records; empty when the fact became a dead letter
   */
  public Optional<List<OutputRecord<?, ?>>> apply(
      FactRecord record, F fact, Supplier<List<OutputRecord<?, ?>>> effect) {
    List<OutputRecord<?, ?>> outputRecords;
    Runnable sending;
    stores.begin();
    try {
      outputRecords = effect.get();
      sending = output.prepare(source.envelopeOf().apply(fact), record, outputRecords);
    } catch (RuntimeException e) {
      stores.undo();
      deadLetter(record, e);
      return Optional.empty();
    }
    stores.keep();
    sending.run();
    return Optional.of(outputRecords);
  }

  /** Sends a record that does not follow from a fact of the log. */
  public void emit(OutputRecord<?, ?> outputRecord, long timestamp, FactEnvelope envelope) {
    output.emit(outputRecord, timestamp, FactHeaders.of(envelope));
  }

  /** Sends a due record; a record that is not a fact has an envelope of its own. */
  void emitDue(OutputRecord<?, ?> outputRecord, long now) {
    Class<F> type = source.topic().requiredValueType();
    FactEnvelope envelope =
        type.isInstance(outputRecord.value())
            ? source.envelopeOf().apply(type.cast(outputRecord.value()))
            : ServiceEnvelope.PROCESSORS.of(
                "due " + outputRecord.recordKey() + ' ' + now, outputRecord.recordKey(), now);
    emit(outputRecord, now, envelope);
  }

  public void deadLetter(FactRecord record, Failure failure) {
    output.deadLetter(record, failure);
  }

  public void deadLetter(FactRecord record, RuntimeException e) {
    output.deadLetter(record, failureOf(e));
  }

  /** The failure of a fact; throws again after exceptions that need a second read. */
  public Failure failureOf(RuntimeException e) {
    if (e instanceof FactRefusedException refused) {
      return refused.failure();
    }
    if (e instanceof StateTooLargeException) {
      return new Failure(FailureCode.LIMIT_EXCEEDED, String.valueOf(e.getMessage()));
    }
    if (e instanceof UndecodableException undecodable) {
      return new Failure(FailureCode.UNDECODABLE, undecodable.reason());
    }
    if (e instanceof KeyFormatException malformed) {
      return new Failure(FailureCode.INVALID_KEY, malformed.rule());
    }
    if (e instanceof InvalidValueException invalid) {
      return new Failure(FailureCode.INVALID_VALUE, String.valueOf(invalid.getMessage()));
    }
    if (e instanceof KafkaException || e instanceof SchemaUnavailableException) {
      throw e;
    }
    log.error("processing a fact of {} failed", source.topic().name(), e);
    return new Failure(FailureCode.PROCESSING_FAILED, e.getClass().getSimpleName());
  }
}
