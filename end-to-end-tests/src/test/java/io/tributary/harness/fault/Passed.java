package io.tributary.harness.fault;

/** What went through unharmed, as far as tests ask about it. */
public enum Passed {
  /** Writes that were done. */
  DONE,
  /** Writes that were held, and not done in the end because a condition failed. */
  HELD_AND_REFUSED,
  /** Transactions that DynamoDB itself cancelled because a condition failed. */
  DUPLICATES,
  /** Such transactions in which most actions had nothing against them. */
  DUPLICATES_IN_COMPANY,
  /** Requests that found DynamoDB hanging. */
  LEFT_HANGING
}
