package io.tributary.e2e.consumers;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.TopicRecord;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The programs of the documents while a pipeline runs: they read every record topic, all of it,
 * once and in order, and what they print is what programs read that are none of ours.
 */
@Tag("storm")
final class ConsumersIT {

  private static final String READINGS = "devices.readings";
  private static final int ROUNDS = 5;

  @ParameterizedTest(name = "registry: {0}")
  @ValueSource(booleans = {false, true})
  void shouldReadAllRecordsInEachClient(boolean registry) throws Exception {
    try (ConsumersFixture fixture = new ConsumersFixture(registry)) {
      fixture.begin();
      requireAllRead(fixture);
    }
  }

  private static void requireAllRead(ConsumersFixture fixture) throws Exception {
    Eventually.await()
        .until(
            () -> {
              fixture.sendMore();
              return fixture.subscribers().readers().stream()
                  .noneMatch(reader -> reader.printed().isEmpty());
            });
    for (int round = 0; round < ROUNDS; round++) {
      fixture.sendMore();
    }
    fixture.pipeline().awaitDrained();

    List<Printed> expected = fixture.read();
    assertThat(topics(expected)).containsExactlyInAnyOrderElementsOf(fixture.recordTopics());
    requireAsSent(expected);
    requireRead(fixture, expected);
    fixture
        .subscribers()
        .kcat(fixture.recordTopics())
        .ifPresent(printed -> requireSame("kcat", printed, expected));
    requireItems(fixture, expected);
    requireCounted(fixture, expected);
    Eventually.await("answers of the example").until(() -> fixture.answersGiven() > 0);
    assertThat(fixture.subscribers().unused()).as("documented, and not run").isEmpty();
    System.out.printf(
        "consumers: %d records of %d topics read by %s%n",
        expected.size(),
        topics(expected).size(),
        fixture.subscribers().readers().stream().map(Reader::name).toList());
  }

  private static void requireRead(ConsumersFixture fixture, List<Printed> expected) {
    for (Reader reader : fixture.subscribers().readers()) {
      Eventually.await(reader.name())
          .untilAsserted(() -> requireSame(reader.name(), reader.printed(), expected));
    }
  }

  /** A reading, messages and a counter as they were sent. */
  private static void requireAsSent(List<Printed> expected) {
    assertThat(members(expected, READINGS, "sensors"))
        .allSatisfy(sensors -> assertThat(sensors).asString().contains("bme280_temp_c=22.5,"));
    assertThat(members(expected, "tenants.messages", "text")).contains("hello 0", "hello 1");
    assertThat(members(expected, "history.messages", "content_json"))
        .containsOnly("[{\"type\":\"text\",\"text\":\"May I?\"}]");
    assertThat(members(expected, "history.messages", "role")).containsOnly("user");
    assertThat(expected)
        .filteredOn(record -> record.key().equals("t#acmeU#bob#DEFAULT#c#*"))
        .last()
        .satisfies(
            stats -> {
              assertThat(stats.member("published")).isEqualTo(BigDecimal.ONE);
              assertThat(stats.member("read")).isEqualTo(BigDecimal.ONE);
            });
  }

  private static List<Object> members(List<Printed> records, String topic, String name) {
    return records.stream()
        .filter(record -> record.topic().equals(topic))
        .map(record -> record.member(name))
        .toList();
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
  private static void requireItems(ConsumersFixture fixture, List<Printed> expected) {
    assertThat(
            fixture.tables().scan("device_readings").stream()
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

  private static void requireCounted(ConsumersFixture fixture, List<Printed> expected) {
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
                        fixture.topics().read(Subscribers.RESULT).stream()
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
