package io.tributary.cli.deadletters;

import io.tributary.avro.envelope.DeadLetterFate;
import java.util.Optional;

/**
 * A dead letter with the decision about it.
 *
 * @param fate decision; empty for an open dead letter
 */
public record DecidedDeadLetter(Letter letter, Optional<DeadLetterFate> fate) {}
