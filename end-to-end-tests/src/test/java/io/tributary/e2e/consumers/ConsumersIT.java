package io.tributary.e2e.consumers;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.TopicRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The programs of the documents while a pipeline runs: they read every record topic, all of it,
 * once and in order, and what they print is what programs read that are none of ours. The assistant
 * answers once, although it is killed.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("storm")
final class ConsumersIT {

  private static final String READINGS = "devices.readings";
  private static final String EVENTS = "tenants.conversation-events";
  private static final Duration SOON = Duration.ofMillis(10);
  private static final int ROUNDS = 5;
  private static final int KILLS = 2;
  private static final int MOST = 10;
  private static final int MESSAGES = 30;

  private final Scene scene;

  ConsumersIT() throws IOException {
    this.scene = new Scene();
  }

  @AfterAll
  void end() {
    scene.close();
  }

  @Test
  @Order(1)
  void shouldAllReadWhatThereIs() throws Exception {
    scene.begin();
    Eventually.await()
        .until(
            () -> {
              scene.goOn();
              return scene.subscribers().readers().stream()
                  .noneMatch(reader -> reader.printed().isEmpty());
            });
    for (int round = 0; round < ROUNDS; round++) {
      scene.goOn();
    }
    scene.pipeline().awaitDrained();

    List<Printed> expected = scene.read();
    assertThat(topics(expected)).containsExactlyInAnyOrderElementsOf(scene.recordTopics());
    requireRead(expected);
    scene
        .subscribers()
        .kcat(scene.recordTopics())
        .ifPresent(printed -> requireSame("kcat", printed, expected));
    requireItems(scene, expected);
    requireCounted(scene, expected);
    System.out.printf(
        "consumers: %d records of %d topics read by %s%n",
        expected.size(),
        topics(expected).size(),
        scene.subscribers().readers().stream().map(Reader::name).toList());
  }

  /**
   * A kill finds answers that no offset says anything of, and messages without one: offsets follow
   * answers a second later, and it comes with the first of the answers. One that comes too late for
   * that is repeated.
   */
  @Test
  @Order(2)
  void shouldAnswerOnceThoughTheAssistantIsKilled() throws Exception {
    Talk talk = scene.talk();
    talk.sayTheLongest();
    scene.pipeline().awaitDrained();
    assertThat(scene.topics().read("tenants.dead-letters")).isEmpty();
    boolean inHand = false;
    for (int kill = 0; kill < KILLS || !(inHand && scene.answersGiven() > talk.answers()); kill++) {
      assertThat(kill).as("kills, none with messages in hand and answers kept").isLessThan(MOST);
      talk.say(MESSAGES);
      scene.pipeline().awaitDrained();
      long before = scene.topics().length(EVENTS);
      try (RunningProcess assistant = scene.subscribers().startAssistant()) {
        Eventually.await().pollInterval(SOON).until(() -> scene.topics().length(EVENTS) > before);
        assistant.kill();
      }
      scene.pipeline().awaitDrained();
      inHand |= talk.answers() < talk.said() + 1;
    }
    try (RunningProcess assistant = scene.subscribers().startAssistant()) {
      Eventually.await().untilAsserted(() -> assertThat(talk.answers()).isEqualTo(talk.said() + 1));
      assertThat(assistant.isAlive()).isTrue();
    }
    scene.pipeline().awaitDrained();
    talk.requireAnswered();
    long given = scene.answersGiven();
    assertThat(given).as("killed before it had committed").isGreaterThan(talk.said() + 1);
    assertThat(scene.topics().read("tenants.dead-letters")).isEmpty();
    System.out.printf("consumers: %d answers, given %d times%n", talk.answers(), given);
    assertThat(scene.subscribers().unused()).as("documented, and not run").isEmpty();
  }

  private void requireRead(List<Printed> expected) {
    for (Reader reader : scene.subscribers().readers()) {
      Eventually.await(reader.name())
          .untilAsserted(() -> requireSame(reader.name(), reader.printed(), expected));
    }
  }

  /**
   * Those of a partition in their order, and nothing twice; partitions go side by side. What is
   * behind the expected records has been written since: deletes are repeated after a while.
   */
  private static void requireSame(String name, List<Printed> printed, List<Printed> expected) {
    Map<String, List<Printed>> found = byPartition(printed);
    byPartition(expected)
        .forEach(
            (partition, records) -> {
              long last = records.get(records.size() - 1).offset();
              assertThat(found.getOrDefault(partition, List.of()))
                  .as("%s, %s", name, partition)
                  .filteredOn(record -> record.offset() <= last)
                  .isEqualTo(records);
            });
  }

  /** The same readings as the table has; one has lived its time there, and may be gone. */
  private static void requireItems(Scene scene, List<Printed> expected) {
    assertThat(
            scene.tables().scan("device_readings").stream()
                .map(item -> item.get("batch_id"))
                .filter(batch -> !"long ago".equals(batch))
                .distinct())
        .containsExactlyInAnyOrderElementsOf(
            expected.stream()
                .filter(record -> record.topic().equals(READINGS))
                .map(record -> record.member("batch_id"))
                .filter(batch -> !batch.equals("long ago"))
                .distinct()
                .toList());
  }

  private static void requireCounted(Scene scene, List<Printed> expected) {
    Map<String, String> counts =
        expected.stream()
            .filter(record -> record.topic().equals(READINGS))
            .collect(groupingBy(ConsumersIT::deviceAndHour, TreeMap::new, counting()))
            .entrySet()
            .stream()
            .collect(toMap(Map.Entry::getKey, count -> count.getValue().toString()));
    Eventually.await(Subscribers.RESULT)
        .untilAsserted(
            () ->
                assertThat(
                        scene.topics().read(Subscribers.RESULT).stream()
                            .collect(toMap(TopicRecord::key, ConsumersIT::text, (a, b) -> b)))
                    .isEqualTo(counts));
  }

  private static String deviceAndHour(Printed reading) {
    long millis = ((BigDecimal) reading.member("timestamp_ms")).longValueExact();
    return reading.member("hardware_id")
        + "@"
        + Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.HOURS);
  }

  private static String text(TopicRecord record) {
    return new String(record.raw().value(), StandardCharsets.UTF_8);
  }

  private static Set<String> topics(List<Printed> records) {
    return records.stream().map(Printed::topic).collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, List<Printed>> byPartition(List<Printed> records) {
    return records.stream()
        .collect(groupingBy(Printed::partition, TreeMap::new, Collectors.toList()));
  }
}
