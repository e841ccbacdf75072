package io.tributary.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.NoProgress;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a comparison finds while tables move, and whom it does not believe. */
final class VerificationTest {

  private static final TableDefinition THINGS =
      new TableDefinition("things", TableKey.of("id"), List.of(), Optional.empty(), false);
  private static final String DEVICE = "AA:AA:AA:AA:AA:AA";

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final FakeTables tables = new FakeTables();

  @Test
  void shouldNotTakeATableThatLagsForAWrongOne() throws Exception {
    for (String id : List.of("lagging", "wrong", "busy", "busy there")) {
      tables.put("things", "id", id, "content", "new");
      tables.put("other-things", "id", id, "content", "old");
    }
    tables.put("things", "id", "late there");
    tables.beforeEachGet(
        "things", number -> tables.put("things", "id", "busy", "content", "number " + number));
    tables.beforeEachGet(
        "other-things",
        number -> {
          tables.put("other-things", "id", "busy there", "content", "number " + number);
          if (number == 3) {
            tables.put("other-things", "id", "lagging", "content", "new");
            tables.put("other-things", "id", "late there");
          }
        });

    try (Verification verification =
        Verification.withTables(
            tables.compared("", List.of(THINGS)),
            tables.compared("other-", List.of(THINGS)),
            NoProgress.REPORTER)) {
      verification.requireRepairable();
      verification.compare();

      assertThat(findings(verification))
          .isEqualTo(
              Map.of(
                  "wrong", ItemVerdict.DIFFERENT,
                  "busy", ItemVerdict.IN_FLIGHT,
                  "busy there", ItemVerdict.IN_FLIGHT));
      assertThat(Objects.requireNonNull(verification.counts().get("things")).of(ItemVerdict.EQUAL))
          .isEqualTo(2);
    }
  }

  @Test
  void shouldCallExtraNothingThatACompactedTopicHasLost() throws Exception {
    try (Cluster cluster = broker.connectToDevices("lost-")) {
      tables.put("devices", "hardware_id", DEVICE);
      TopicPartition partition = append(cluster);
      assertThat(compared(cluster)).isEqualTo(Map.of(DEVICE, ItemVerdict.EXTRA));

      loseBeginning(cluster, partition);

      assertThat(compared(cluster)).isEqualTo(Map.of(DEVICE, ItemVerdict.UNKNOWN));
    }
  }

  @Test
  void shouldRepairNothingByTopicsThatTheSinkHasNeverRead() throws Exception {
    try (Cluster cluster = broker.connectToDevices("unread-");
        Verification verification = withDevices(cluster)) {
      verification.requireRepairable();
      tables.put("devices", "hardware_id", DEVICE);

      assertThatThrownBy(verification::requireRepairable)
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("not repaired: table devices has items")
          .hasMessageContaining("unread-tributary-sink has committed no offset of unread-devices");
    }
  }

  @Test
  void shouldRepairNothingByATopicThatWasMadeAgain() throws Exception {
    try (Cluster cluster = broker.connectToDevices("again-");
        Verification verification = withDevices(cluster)) {
      tables.put("devices", "hardware_id", DEVICE);
      TopicPartition partition = append(cluster);
      commit(cluster, partition, 2);

      assertThatThrownBy(verification::requireRepairable)
          .isInstanceOf(OperationException.class)
          .hasMessageContaining("committed offset 2 of " + partition + ", which ends at 1");

      commit(cluster, partition, 1);
      verification.requireRepairable();
    }
  }

  @Test
  void shouldReportUnreadableRecordsAsUnknown() throws Exception {
    try (Cluster cluster = broker.connectToDevices("unreadable-");
        Verification verification = withDevices(cluster)) {
      tables.put("devices", "hardware_id", DEVICE);
      append(cluster, DEVICE.getBytes(StandardCharsets.UTF_8));
      verification.compare();

      assertThat(verification.unreadable().orElseThrow())
          .contains("not among the dead letters: 1, such as unreadable-devices.devices");
      assertThat(findings(verification)).isEqualTo(Map.of(DEVICE, ItemVerdict.UNKNOWN));
    }
  }

  private static TopicPartition append(Cluster cluster) throws Exception {
    return append(cluster, new byte[] {1});
  }

  private static TopicPartition append(Cluster cluster, byte[] key) throws Exception {
    String topic = cluster.clients().topics().of(DevicesTopics.DEVICES);
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      producer.send(new ProducerRecord<>(topic, 0, key, new byte[] {1})).get();
    }
    return new TopicPartition(topic, 0);
  }

  /** Kafka does that only to a topic that it does not only compact, and learns of this late. */
  private static void loseBeginning(Cluster cluster, TopicPartition partition) throws Exception {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, partition.topic());
    AlterConfigOp both =
        new AlterConfigOp(
            new ConfigEntry("cleanup.policy", "compact,delete"), AlterConfigOp.OpType.SET);
    cluster.admin().incrementalAlterConfigs(Map.of(topic, List.of(both))).all().get();
    Map<TopicPartition, RecordsToDelete> first = Map.of(partition, RecordsToDelete.beforeOffset(1));
    Awaitility.await()
        .ignoreExceptions()
        .until(() -> cluster.admin().deleteRecords(first).all().get() == null);
  }

  private static void commit(Cluster cluster, TopicPartition partition, long offset)
      throws Exception {
    cluster
        .admin()
        .alterConsumerGroupOffsets(
            cluster.clients().group("sink"), Map.of(partition, new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  private Verification withDevices(Cluster cluster) throws Exception {
    Set<Family> families = Set.of(Family.DEVICES);
    List<TableDefinition> devices =
        SinkPipeline.tables(families).stream()
            .filter(table -> table.name().equals("devices"))
            .toList();
    return Verification.withTopics(
        tables.compared("", devices), cluster, families, NoProgress.REPORTER);
  }

  private Map<String, ItemVerdict> compared(Cluster cluster) throws Exception {
    try (Verification verification = withDevices(cluster)) {
      verification.compare();
      return findings(verification);
    }
  }

  private static Map<String, ItemVerdict> findings(Verification verification) {
    Map<String, ItemVerdict> findings = new HashMap<>();
    verification.eachOpen(
        finding ->
            findings.put(finding.key().texts().values().iterator().next(), finding.verdict()));
    return findings;
  }
}
