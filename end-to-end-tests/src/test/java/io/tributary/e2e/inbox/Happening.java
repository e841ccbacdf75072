package io.tributary.e2e.inbox;

/** What an event does to an inbox, so that a test can say what its traffic has reached. */
enum Happening {
  /** A user's message that comes in. */
  MESSAGES,
  /** A public message that comes to a partition. */
  PUBLIC_MESSAGES,
  /** A message that is there already, or that was. */
  REPEATED_MESSAGES,
  /** A user's message that is read. */
  READS,
  /** A public message that is read. */
  RECEIPTS,
  /** A read of what is read already. */
  REPEATED_READS,
  /** A read of what has been removed. */
  READS_TOO_LATE,
  /** A mark that rises. */
  MARKS,
  /** A mark no higher than the one there is. */
  NO_MARKS,
  /** What is read by a mark that was there before it came. */
  READS_AHEAD,
  /** A user's message that is taken back. */
  REDACTIONS,
  /** A public message that is taken back. */
  PUBLIC_REDACTIONS,
  /** A receipt that goes with its message. */
  RECEIPTS_REDACTED,
  /** A user's message that expires. */
  EXPIRIES,
  /** A public message that expires. */
  PUBLIC_EXPIRIES,
  /** A receipt that expires. */
  RECEIPTS_EXPIRED,
  /** The removal of what is not there. */
  NO_REMOVALS,
  /** A read that waits. */
  WAITS,
  /** A wait that ends with the message. */
  WAITS_MET,
  /** A wait that ends without. */
  WAITS_LOST,
  /** A processor's word that time has passed. */
  TICKS,
  /** A processor's word that a read has waited long, which goes by the log of publishes. */
  PASSING_TICKS,
  /** An event that goes on with what concerns too many to be changed at once. */
  CONTINUATIONS
}
