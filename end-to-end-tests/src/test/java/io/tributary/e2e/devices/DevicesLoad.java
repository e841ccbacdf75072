package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.e2e.FamilyLoad;
import io.tributary.e2e.Losses;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Readings with repeats, from devices that register again and again meanwhile. */
public final class DevicesLoad implements FamilyLoad {

  private static final int DEVICES = 30;
  private static final int LARGEST_BATCH = 3;
  private static final int ATTEMPTS = 200;
  private static final int STATES = 800;

  private final AvroFiles avro = new AvroFiles();
  private final DevicesOracle oracle = new DevicesOracle();
  private final Deeds deeds;
  private final Random random;
  private String key = "";
  private @Nullable Fleet fleet;

  public DevicesLoad(Deeds deeds, Random random) {
    this.deeds = deeds;
    this.random = random;
  }

  @Override
  public void begin(URI gateway) throws IOException {
    key = new DevicesApi(new HttpProbe(deeds), gateway).newKey();
    fleet = new Fleet(random, key, DEVICES, LARGEST_BATCH);
  }

  @Override
  public synchronized Optional<Upload> next() {
    return random.nextInt(4) == 0
        ? Optional.of(registration())
        : Objects.requireNonNull(fleet).next();
  }

  /** Some device of the fleet after some boot, without a name, which readings would then bear. */
  private Upload registration() {
    String device = Fleet.deviceId(random.nextInt(DEVICES));
    String boot = "3f0c5a52-9d1e-4b7a-8c34-%012x".formatted(random.nextInt(1 << 20));
    String body =
        Samples.registration(device, "none")
            .replace("\"none\"", "null")
            .replace(Samples.BOOT, boot);
    return new Upload(DevicesApi.REGISTER, Map.of("X-API-Key", key), body, ATTEMPTS);
  }

  @Override
  public void add(Collection<Delivery> deliveries) {
    oracle.add(deliveries.stream().filter(DevicesLoad::isOfReadings).toList());
    assertThat(deliveries).noneMatch(Delivery::refused);
  }

  private static boolean isOfReadings(Delivery delivery) {
    return delivery.upload().path().equals(DevicesApi.DATA);
  }

  @Override
  public void check(Topics topics, Tables tables) {
    oracle.checkTables(tables);
    oracle.checkTopics(topics, avro);
    new StateItems(topics, avro).check(tables);
    assertThat(topics.read("devices.dead-letters")).isEmpty();
  }

  @Override
  public boolean hasEverything(Topics topics) {
    return true;
  }

  @Override
  public Object tally(Topics topics) {
    return "readings=" + Objects.requireNonNull(fleet).readings() + " must-hold=" + oracle.size();
  }

  @Override
  public List<String> tables() {
    return List.of("device_readings", "processed_batches", "devices", "api_keys");
  }

  @Override
  public Set<String> facts() {
    return Set.of(
        "devices.batches",
        "devices.device-commands",
        "devices.api-key-commands",
        "devices.api-key-uses");
  }

  @Override
  public boolean keepsRevisions() {
    return false;
  }

  @Override
  public Folded changeOften(Topics topics) {
    int before = topics.read("devices.devices").size();
    Facts facts = new Facts(topics, avro);
    Instant now = Instant.now();
    for (int i = 0; i < STATES; i++) {
      facts.registration(Fleet.deviceId(i % DEVICES), now, Samples.BOOT, "1.0." + i);
    }
    return new Folded("devices.devices", before + STATES);
  }

  /** A reading's two items are lost together, for they are written together or not at all. */
  @Override
  public int lose(Tables tables, Random chance) {
    int lost = Losses.ofTable(tables, "devices", chance, "hardware_id");
    List<Map<String, Object>> readings = Losses.some(tables, "device_readings", chance);
    for (Map<String, Object> reading : readings) {
      Losses.remove(tables, "device_readings", reading, "hardware_id", "ts_batch");
      Losses.remove(tables, "processed_batches", reading, "batch_id");
    }
    return lost + readings.size();
  }
}
