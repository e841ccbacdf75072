package io.tributary.processors.inbox;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.AudienceKind;
import io.tributary.avro.inbox.Publication;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.topic.FanOut;
import java.util.HashSet;
import java.util.List;

/** Rule for publications; other producers than the gateway write, too. */
final class PublicationRule {

  private static final long MILLIS = 1000;

  private PublicationRule() {}

  /**
   * Refuses a publication that the gateway would have refused.
   *
   * @param envelope of its fact
   */
  static void check(FactEnvelope envelope, Publication publication) {
    if (publication.getExpiredatS() <= Math.floorDiv(envelope.getAcceptedAtMs(), MILLIS)) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "expiredat_s must be after accepted_at_ms");
    }
    List<String> uids = publication.getUids();
    boolean toUsers = publication.getAudience() == AudienceKind.users;
    if (uids.isEmpty() == toUsers) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "uids must be given for users, and for them alone");
    }
    if (new HashSet<>(uids).size() < uids.size()) {
      throw new FactRefusedException(FailureCode.INVALID_VALUE, "uids must be distinct");
    }
    FactRefusedException.requireWithin(
        "bytes of label, sender and host_system_id",
        FanOut.labelBytes(publication.getDetails()),
        0,
        FanOut.MAX_LABEL_BYTES);
    FactRefusedException.requireWithin(
        "the message's bytes", FanOut.bytes(publication.getDetails()), 0, FanOut.MAX_MESSAGE_BYTES);
    if (FanOut.bytes(publication) > FanOut.MAX_BYTES) {
      throw new FactRefusedException(
          FailureCode.LIMIT_EXCEEDED,
          "its copies for all recipients must be at most %d bytes".formatted(FanOut.MAX_BYTES));
    }
  }
}
