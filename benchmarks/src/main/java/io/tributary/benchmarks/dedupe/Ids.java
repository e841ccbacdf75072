package io.tributary.benchmarks.dedupe;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.processors.dedupe.Digest;
import io.tributary.processors.dedupe.EventIdentity;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Ids as devices make them, told by number; the time goes over the whole life of an id. */
final class Ids {

  private static final int DEVICES = 2_000;
  private static final long FIRST = 1_772_323_200_000L;

  private static final EventIdentity<ReadingKey, DeviceReading> IDENTITY =
      new EventIdentity<>(
          DevicesTopics.READINGS,
          (key, reading) -> List.of(key.hardwareId(), key.batchId()),
          DeviceReading::getReceivedAtMs,
          DevicesTopics.BATCH_ID_LIFE);

  private static final DeviceReading UNUSED = new DeviceReading();

  private final long first;
  private final long apart;

  /** So many ids fill the time that ids are remembered. */
  Ids(long count) {
    this(FIRST, count);
  }

  /** The same from that time on. */
  Ids(long first, long count) {
    this.first = first;
    this.apart = DevicesTopics.BATCH_ID_LIFE.toMillis() / count;
  }

  /** Keys of the readings of these numbers. */
  List<ReadingKey> keys(long from, int count) {
    List<ReadingKey> keys = new ArrayList<>(count);
    for (long i = from; i < from + count; i++) {
      keys.add(key(i));
    }
    return keys;
  }

  ReadingKey key(long number) {
    String hardwareId = hardwareId((int) (number % DEVICES));
    long at = acceptedAt(number);
    UUID boot = new UUID(0x3f0c_5a52_9d1e_4b7aL + number % DEVICES, 0x8c34_5e1f_7a90_b2d6L);
    return new ReadingKey(hardwareId, at, hardwareId + "_" + boot + "_" + first + "_" + at);
  }

  long acceptedAt(long number) {
    return first + number * apart;
  }

  static String hardwareId(int device) {
    return "24:6F:28:AE:%02X:%02X".formatted(device >> 8, device & 0xff);
  }

  /** The digest as the topology makes it. */
  static Digest digest(ReadingKey key) {
    return IDENTITY.digest(key, UNUSED);
  }
}
