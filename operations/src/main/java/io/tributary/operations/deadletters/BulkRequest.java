package io.tributary.operations.deadletters;

import io.tributary.operations.Progress;
import io.tributary.runtime.context.RuntimeContext;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Request for decisions about many dead letters.
 *
 * @param note kept with each decision
 * @param dry true to count only
 * @param limit most decisions
 * @param stop true to stop
 */
public record BulkRequest(
    DeadLetterFilter filter,
    Optional<String> note,
    boolean dry,
    long limit,
    RuntimeContext runtime,
    BooleanSupplier stop,
    Progress.Reporter progress) {}
