/**
 * Operations on a pipeline: status, drain, verification, replays, generations, dead letters, topics
 * and tables. They return records, throw {@link io.tributary.operations.OperationException}, report
 * progress to a {@link io.tributary.operations.Progress} and print nothing.
 */
@NullMarked
package io.tributary.operations;

import org.jspecify.annotations.NullMarked;
