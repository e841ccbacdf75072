package io.tributary.processors.fact;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.kit.DrivenTask;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A step of no family that fails behind its changes: nothing of them is left. */
final class UndoneChangesTest {

  private static final int MIB = 1024 * 1024;

  private @Nullable TaskStore<byte[]> store;
  private Consumer<TaskStore<byte[]>> effect = changed -> {};
  private List<OutputRecord<?, ?>> outputRecords = List.of();
  private DrivenTask<String, DeviceBatch> task;

  @BeforeEach
  void start(@TempDir Path stateDir) {
    task =
        new DrivenTask<>(
            stateDir,
            new FactSource<>(
                DevicesTopics.BATCHES, DeviceBatch::getHardwareId, DeviceBatch::getEnvelope),
            (plan, stores) -> new FailingStep(stores),
            "some-state");
    effect =
        changed -> {
          changed.put("a", new byte[] {1});
          changed.put("b", new byte[] {2});
        };
    assertThat(task.process(batch("small"))).isEmpty();
    assertThat(states()).containsExactly("a 1 1", "b 2 1");
  }

  @Test
  void shouldUndoAllChangesOfAFailedFact() {
    effect =
        changed -> {
          changed.put("a", new byte[] {3});
          changed.delete("b");
          assertThat(changed.putIfAbsent("c", new byte[] {4})).isTrue();
          assertThat(changed.putIfAbsent("c", new byte[] {6})).isFalse();
          changed.put("a", new byte[] {5});
          throw new IllegalStateException("unforeseen");
        };

    assertDeadLetter("PROCESSING_FAILED", "small");
    assertThat(states()).containsExactly("a 1 1", "b 2 1");
  }

  @Test
  void shouldRefuseAStateThatItsChangelogCannotTakeAndLeaveNothing() {
    effect =
        changed -> {
          changed.put("a", new byte[] {3});
          changed.put("b", new byte[5 * MIB]);
        };

    assertDeadLetter("LIMIT_EXCEEDED", "small");
    assertThat(states()).containsExactly("a 1 1", "b 2 1");
  }

  @Test
  void shouldRefuseARecordThatItsTopicCannotTakeAndLeaveNothing() {
    effect = changed -> changed.put("a", new byte[] {3});
    String large = "x".repeat(3 * MIB);
    DeviceReading reading =
        DeviceReading.newBuilder()
            .setHardwareId("24:6F:28:AE:52:7C")
            .setTimestampMs(1)
            .setBatchId("b")
            .setBootId("boot")
            .setFirmwareVersion("1")
            .setFriendlyName(large)
            .setSensors(Sensors.newBuilder().build())
            .setSensorStatus(SensorStatus.newBuilder().build())
            .setReceivedAtMs(1)
            .setBatchExpirationTimeS(1)
            .build();
    outputRecords =
        List.of(
            new OutputRecord<>(
                DevicesTopics.READINGS, new ReadingKey("24:6F:28:AE:52:7C", 1, "b"), reading));

    assertDeadLetter("LIMIT_EXCEEDED", large);
    assertThat(states()).containsExactly("a 1 1", "b 2 1");
  }

  private void assertDeadLetter(String code, String name) {
    assertThat(task.process(batch(name)))
        .containsExactly(new DrivenTask.Written("dead-letters", code, null));
  }

  private final class FailingStep implements FactStep<DeviceBatch> {

    FailingStep(TaskStores stores) {
      store = stores.open("some-state");
    }

    @Override
    public List<OutputRecord<?, ?>> apply(DeviceBatch batch) {
      effect.accept(Objects.requireNonNull(store));
      return outputRecords;
    }
  }

  private List<String> states() {
    List<String> found = new ArrayList<>();
    try (KeyValueIterator<String, byte[]> all = Objects.requireNonNull(store).all()) {
      all.forEachRemaining(
          entry -> found.add(entry.key + ' ' + entry.value[0] + ' ' + entry.value.length));
    }
    return found;
  }

  private static DeviceBatch batch(String name) {
    FactEnvelope envelope =
        FactEnvelope.newBuilder()
            .setFactId("fact")
            .setAcceptedAtMs(1_795_219_200_000L)
            .setRequestId("request")
            .setCaller("caller")
            .setProducerVersion("test")
            .build();
    BatchReading reading =
        BatchReading.newBuilder()
            .setBatchId("b")
            .setTimestampMs(1_795_219_200_000L)
            .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
            .setFirmwareVersion("1")
            .setSensors(Sensors.newBuilder().setOthers(Map.of("other", name)).build())
            .setSensorStatus(SensorStatus.newBuilder().build())
            .build();
    return DeviceBatch.newBuilder()
        .setEnvelope(envelope)
        .setHardwareId("24:6F:28:AE:52:7C")
        .setReadings(List.of(reading))
        .setBatchTtlS(1)
        .build();
  }
}
