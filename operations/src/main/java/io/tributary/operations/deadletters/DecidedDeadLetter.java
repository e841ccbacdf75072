package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterFate;
import java.util.Optional;

/**
 * A dead letter with the decision about it.
 *
 * @param decision empty for an open one
 */
public record DecidedDeadLetter(DeadLetterRecord letter, Optional<DeadLetterFate> decision) {}
