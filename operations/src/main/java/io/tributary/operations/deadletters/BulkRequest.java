package io.tributary.operations.deadletters;

import io.tributary.operations.Progress;
import io.tributary.runtime.ambient.Ambient;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Request for decisions about many dead letters.
 *
 * @param note kept with each decision
 * @param dry true to count only
 * @param limit most decisions
 * @param perSecond most decisions per second; 0 without a limit
 * @param stop true to stop
 */
public record BulkRequest(
    DeadLetterFilter filter,
    Optional<String> note,
    boolean dry,
    long limit,
    int perSecond,
    Ambient ambient,
    BooleanSupplier stop,
    Progress.Reporter progress) {}
