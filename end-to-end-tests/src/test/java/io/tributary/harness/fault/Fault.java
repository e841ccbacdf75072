package io.tributary.harness.fault;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What can befall a request that writes. */
public enum Fault {
  /** ThrottlingException. */
  THROTTLED,
  /** ProvisionedThroughputExceededException. */
  THROUGHPUT_EXCEEDED,
  /** A transaction cancelled because one action was throttled. */
  ACTION_THROTTLED,
  /** A transaction cancelled because one action met another transaction. */
  ACTION_CONFLICT,
  /** A transaction cancelled for failed conditions, in which another action met a conflict too. */
  CONFLICT_BESIDE_DUPLICATE,
  /** TransactionConflictException: a single write met a transaction. */
  WRITE_CONFLICT,
  /** 503, nothing written. */
  UNAVAILABLE,
  /** 500, nothing written. */
  ERROR_BEFORE,
  /** 500, and yet it is written. */
  ERROR_AFTER,
  /** No answer, nothing written. */
  TIMEOUT_BEFORE,
  /** No answer, and yet it is written. */
  TIMEOUT_AFTER,
  /** The answer takes some hundred milliseconds. */
  SLOW,
  /** The connection ends, nothing written. */
  CUT_BEFORE,
  /** The connection ends without an answer, and yet it is written. */
  CUT_AFTER,
  /** The connection ends in the middle of the answer. */
  CUT_WITHIN_ANSWER;

  /** What keeps a writer busy only for a moment: what can befall any write, and those. */
  public static Set<Fault> brief(Fault... more) {
    Set<Fault> brief =
        EnumSet.of(
            THROTTLED,
            THROUGHPUT_EXCEEDED,
            UNAVAILABLE,
            ERROR_BEFORE,
            ERROR_AFTER,
            SLOW,
            CUT_BEFORE,
            CUT_AFTER,
            CUT_WITHIN_ANSWER);
    brief.addAll(List.of(more));
    return brief;
  }

  /** Calls without an answer, which keep a writer busy for five seconds. */
  public static Set<Fault> lasting() {
    return EnumSet.of(TIMEOUT_BEFORE, TIMEOUT_AFTER);
  }

  /** Whether it can happen to such a request. */
  boolean befalls(Call call) {
    return switch (this) {
      case ACTION_THROTTLED, ACTION_CONFLICT, CONFLICT_BESIDE_DUPLICATE -> call.isTransaction();
      case WRITE_CONFLICT -> call.isSingleWrite();
      default -> call.isWrite();
    };
  }
}
