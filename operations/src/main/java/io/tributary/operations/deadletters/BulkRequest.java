package io.tributary.operations.deadletters;

import io.tributary.operations.Progress;
import io.tributary.runtime.ambient.Ambient;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What is to be done about many letters.
 *
 * @param note kept with each fate
 * @param dry true to count and do nothing
 * @param limit of letters that are dealt with
 * @param perSecond how many at most; 0 for as many as there can be
 * @param stop true once somebody wants it to stop
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
