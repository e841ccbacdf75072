package io.tributary.schemas.key.devices;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.schemas.key.Digits;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.Optional;

/**
 * Key of an item of {@code device_readings}: {@code hardware_id} and {@code ts_batch}, the latter
 * {@code {timestamp_ms:013}#{batch_id}}. As a record key the two are joined by a slash, which is in
 * no hardware id.
 *
 * @param timestampMs epoch milliseconds, 0 to 9999999999999
 */
public record ReadingKey(String hardwareId, long timestampMs, String batchId) {

  /** Codec of {@code hardware_id/ts_batch}. */
  public static final KeyCodec<ReadingKey> CODEC =
      KeyCodec.of(
          ReadingKey.class,
          "{hardware_id}/{timestamp_ms:013}#{batch_id}",
          key -> key.hardwareId() + '/' + key.tsBatch(),
          ReadingKey::decode,
          ReadingKey::hardwareId);

  private static final int DIGITS = 13;
  private static final int HARDWARE_ID_LENGTH = 17;

  public ReadingKey {
    KeyPart.HARDWARE_ID.require("hardware_id", hardwareId);
    KeyPart.BATCH_ID.require("batch_id", batchId);
    String unused = Digits.padded("timestamp_ms", timestampMs, DIGITS);
  }

  public static ReadingKey of(DeviceReading reading) {
    return new ReadingKey(reading.getHardwareId(), reading.getTimestampMs(), reading.getBatchId());
  }

  /** The hardware id at the start of a batch id, as in the documented ids. */
  public static Optional<String> deviceNamedBy(String batchId) {
    return batchId.length() < HARDWARE_ID_LENGTH
        ? Optional.empty()
        : Optional.of(batchId.substring(0, HARDWARE_ID_LENGTH))
            .filter(KeyPart.HARDWARE_ID::accepts);
  }

  public String tsBatch() {
    return Digits.padded("timestamp_ms", timestampMs, DIGITS) + '#' + batchId;
  }

  private static ReadingKey decode(String text) {
    int hash = HARDWARE_ID_LENGTH + 1 + DIGITS;
    if (text.length() <= hash
        || text.charAt(HARDWARE_ID_LENGTH) != '/'
        || text.charAt(hash) != '#') {
      throw new KeyFormatException("a reading's key must be hardware_id/ts_batch");
    }
    return new ReadingKey(
        text.substring(0, HARDWARE_ID_LENGTH),
        Digits.parse("ts_batch", text.substring(HARDWARE_ID_LENGTH + 1, hash), DIGITS),
        text.substring(hash + 1));
  }
}
