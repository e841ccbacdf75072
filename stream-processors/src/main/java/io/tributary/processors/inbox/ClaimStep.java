package io.tributary.processors.inbox;

import io.tributary.avro.inbox.InboxClaim;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.processors.command.Outcomes;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.fact.SameFields;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides publishes under an Idempotency-Key: the first of a key is published, and repeats get its
 * outcome.
 */
final class ClaimStep implements FactStep<InboxPublishCommand> {

  static final String IDEMPOTENCY_KEY_REUSED = "IDEMPOTENCY_KEY_REUSED";

  /** Claimed keys. */
  static final StateDescriptor<String, InboxClaim> CLAIMS =
      StateDescriptor.privateState(
          "inbox.claims",
          InboxClaim.class,
          claim ->
              new InboxPublishKey(
                      claim.getTenantKey(), claim.getInboxKey(), claim.getIdempotencyKey())
                  .text(),
          InboxClaim::getExpiresAtS);

  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final long MILLIS = 1000;

  /** A claim is decided once and never changes. */
  private static final long REV = 1;

  private static final SameFields CLAIM =
      SameFields.of(InboxPublishCommand.getClassSchema(), InboxClaim.getClassSchema());
  private static final SameFields PUBLISH =
      SameFields.of(InboxPublishCommand.getClassSchema(), InboxPublish.getClassSchema());
  private static final Outcomes OUTCOMES = new Outcomes(InboxTopics.OUTCOMES);

  private final TtlStateStore<String, InboxClaim> claims;

  ClaimStep(TtlStateStore<String, InboxClaim> claims) {
    this.claims = claims;
  }

  static InboxPublishKey keyOf(InboxPublishCommand command) {
    return new InboxPublishKey(
        command.getTenantKey(), command.getInboxKey(), command.getIdempotencyKey());
  }

  @Override
  public void check(InboxPublishCommand command) {
    if (!DIGEST.matcher(command.getPayloadDigest()).matches()) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "payload_digest must be 64 lower-case hex digits");
    }
    // an invalid publication must not take a key
    PublicationRule.check(command.getEnvelope(), command.getPublication());
  }

  @Override
  public List<OutputRecord<?, ?>> apply(InboxPublishCommand command) {
    long at = command.getEnvelope().getAcceptedAtMs();
    claims.observeTime(at);
    Optional<InboxClaim> taken = claims.find(keyOf(command).text(), at);
    if (taken.isEmpty()) {
      InboxClaim claim = claimOf(command);
      claims.put(claim);
      return List.of(publish(command), applied(command, claim));
    }
    if (!taken.get().getPayloadDigest().equals(command.getPayloadDigest())) {
      return List.of(rejected(command));
    }
    claims.countDuplicate(InboxTopics.PUBLISHES);
    return List.of(applied(command, taken.get()));
  }

  private static InboxClaim claimOf(InboxPublishCommand command) {
    long at = Math.floorDiv(command.getEnvelope().getAcceptedAtMs(), MILLIS);
    InboxClaim claim = CLAIM.copy(command, new InboxClaim());
    claim.setExpiresAtS(at + InboxTopics.CLAIM_LIFE.toSeconds());
    return claim;
  }

  private static OutputRecord<InboxPublishKey, InboxPublish> publish(InboxPublishCommand command) {
    InboxPublish publish = PUBLISH.copy(command, new InboxPublish());
    publish.setEvent(command.getPublication());
    return new OutputRecord<>(InboxTopics.PUBLISHES, PublishStep.keyOf(publish), publish);
  }

  private static OutputRecord<?, ?> applied(InboxPublishCommand command, InboxClaim claim) {
    return OUTCOMES.applied(command.getEnvelope(), keyOf(command).text(), REV, claim.getId());
  }

  private static OutputRecord<?, ?> rejected(InboxPublishCommand command) {
    return OUTCOMES.rejected(command.getEnvelope(), keyOf(command).text(), IDEMPOTENCY_KEY_REUSED);
  }
}
