package io.tributary.project.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every family is whole: it has its part in each module, its tables, its page and its test. */
class FamiliesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Map<Family, List<String>> TABLES =
      Map.of(
          Family.DEVICES, List.of("devices", "device_readings", "processed_batches", "api_keys"),
          Family.HISTORY, List.of("history"),
          Family.INBOX, List.of("inbox"),
          Family.TENANTS, List.of("conversations", "tenants"),
          Family.OUTREACH, List.of("conversations-dev"));

  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldHaveItsPackageInEveryService(Family family) {
    for (String module : List.of("gateway", "processors", "sink", "avro")) {
      String name = "io.tributary." + module + '.' + family.label();
      assertThat(MainClasses.ALL)
          .as(name)
          .anyMatch(type -> (type.getPackageName() + '.').startsWith(name + '.'));
    }
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldHaveTopicsOfEveryKindThatTheFlowNeeds(Family family) {
    List<Topic<?, ?>> topics =
        Topics.all().stream().filter(t -> t.family().equals(Optional.of(family))).toList();
    assertThat(topics)
        .extracting(Topic::kind)
        .contains(TopicKind.FACTS, TopicKind.RECORDS, TopicKind.DEAD_LETTERS);
    assertThat(topics).extracting(Topic::name).allMatch(n -> n.startsWith(family.label() + '.'));
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldHaveItsTables(Family family) {
    assertThat(SinkPipeline.tables(EnumSet.allOf(Family.class)))
        .extracting(TableDefinition::name)
        .containsAll(TABLES.getOrDefault(family, List.of("tables of " + family)));
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldHaveItsPageAndItsEndToEndCase(Family family) {
    assertThat(ROOT.resolve("docs/use/families/" + family.label() + ".md")).isNotEmptyFile();
    assertThat(ROOT.resolve("end-to-end-tests/src/test/java/io/tributary/e2e/" + family.label()))
        .isDirectoryContaining("glob:**IT.java");
  }
}
