package io.tributary.processors.devices;

import io.tributary.avro.devices.BatchIdClaim;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Decides the owner of a batch id that does not name its device: the first device has it for {@link
 * DevicesTopics#BATCH_ID_LIFE}, unless the id names another one.
 */
final class BatchIdStep implements FactStep<DeviceBatch> {

  /** Claimed ids. */
  static final StateDescriptor<String, BatchIdClaim> CLAIMS =
      StateDescriptor.privateState(
          "devices.batch-id-claims",
          BatchIdClaim.class,
          BatchIdClaim::getBatchId,
          BatchIdClaim::getExpiresAtS);

  private final TtlStateStore<String, BatchIdClaim> claims;

  BatchIdStep(TtlStateStore<String, BatchIdClaim> claims) {
    this.claims = claims;
  }

  private static String idOf(DeviceBatch batch) {
    return batch.getReadings().get(0).getBatchId();
  }

  @Override
  public void check(DeviceBatch batch) {
    FactRefusedException.requireWithin("readings", batch.getReadings().size(), 1, 1);
    if (!ReadingKey.deviceNamedBy(idOf(batch))
        .orElse(batch.getHardwareId())
        .equals(batch.getHardwareId())) {
      throw reused("batch_id begins with the hardware_id of another device");
    }
  }

  @Override
  public List<OutputRecord<?, ?>> apply(DeviceBatch batch) {
    long at = batch.getEnvelope().getAcceptedAtMs();
    claims.observeTime(at);
    Optional<BatchIdClaim> taken = claims.find(idOf(batch), at);
    if (taken.isEmpty()) {
      claims.put(claimOf(batch));
      return List.of(BatchSplit.reading(batch, batch.getReadings().get(0)));
    }
    if (!taken.get().getHardwareId().equals(batch.getHardwareId())) {
      throw reused("batch_id belongs to a reading of another device, which came first");
    }
    claims.countDuplicate(DevicesTopics.READINGS);
    return List.of();
  }

  private static BatchIdClaim claimOf(DeviceBatch batch) {
    long at = TimeUnit.MILLISECONDS.toSeconds(batch.getEnvelope().getAcceptedAtMs());
    return new BatchIdClaim(
        idOf(batch), batch.getHardwareId(), at + DevicesTopics.BATCH_ID_LIFE.toSeconds());
  }

  private static FactRefusedException reused(String reason) {
    return new FactRefusedException(FailureCode.BATCH_ID_REUSED, reason);
  }
}
