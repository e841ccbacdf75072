package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterDecision;
import java.util.Optional;

/**
 * A dead letter with the decision about it.
 *
 * @param decision empty for an open one
 */
public record DecidedDeadLetter(
    DeadLetterRecord deadLetter, Optional<DeadLetterDecision> decision) {}
