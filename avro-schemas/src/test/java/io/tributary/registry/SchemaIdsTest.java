package io.tributary.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.topic.TopicKind;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;

final class SchemaIdsTest {

  private static final Schema OLD = schema("what it was");
  private static final Schema CURRENT = schema("what it is");
  private static final Subject READINGS =
      new Subject("devices.readings-value", TopicKind.RECORDS, List.of(OLD, CURRENT));
  private static final Subject META =
      new Subject("tributary.meta-value", TopicKind.META, List.of(CURRENT));

  @Test
  void shouldKeepTheIdOfEachTextOnce() {
    SchemaIds ids = ids(7, 8);

    Map<String, String> kept = ids.newTo(Map.of());

    assertThat(kept.values()).containsExactlyInAnyOrder("7", "8");
    assertThat(kept.keySet())
        .allSatisfy(name -> assertThat(name).startsWith("schema-id devices.readings-value "));
    assertThat(ids.newTo(kept)).isEmpty();
    assertThat(ids.differences(kept)).isEmpty();
    assertThat(ids.of(READINGS, OLD)).hasValue(7);
  }

  @Test
  void shouldNoticeAnotherRegistry() {
    Map<String, String> kept = ids(7, 8).newTo(Map.of());

    assertThat(ids(8, 7).differences(kept)).hasSize(2);
    assertThat(ids(7, 9).differences(kept))
        .containsExactly(
            "devices.readings-value: the id of R is 9 here and 8 in this pipeline's records");
    assertThat(ids(7, 9).lacking(kept)).isEmpty();
  }

  /** A replica that lags is no other registry. */
  @Test
  void shouldDistinguishAnIncompleteRegistryFromAnother() {
    Map<String, String> kept = ids(7, 8).newTo(Map.of());
    SchemaIds behind = SchemaIds.of(List.of(READINGS), (subject, schema) -> OptionalLong.empty());

    assertThat(behind.differences(kept)).isEmpty();
    assertThat(behind.lacking(kept))
        .hasSize(2)
        .allSatisfy(sentence -> assertThat(sentence).contains("is none here"));
  }

  /** They leave no mark and keep no ids. */
  @Test
  void shouldFrameNothingByIdThatCommandsWrite() {
    assertThat(Subject.ofCatalogue(""))
        .filteredOn(Subject::hasRegistryId)
        .extracting(Subject::kind)
        .contains(TopicKind.FACTS, TopicKind.RECORDS)
        .doesNotContain(TopicKind.DECISIONS, TopicKind.GENERATIONS, TopicKind.META);
  }

  @Test
  void shouldSayNothingOfSchemasThatThePipelineHasNotWrittenYet() {
    assertThat(ids(7, 8).differences(Map.of("schema-id devices.readings-value later", "3")))
        .isEmpty();
  }

  private static SchemaIds ids(long old, long current) {
    return SchemaIds.of(
        List.of(READINGS, META),
        (subject, schema) ->
            OptionalLong.of(
                subject.equals(META.name())
                    ? 99
                    : schema.getDoc().equals("what it is") ? current : old));
  }

  private static Schema schema(String doc) {
    return SchemaBuilder.record("R").doc(doc).fields().requiredLong("n").endRecord();
  }
}
