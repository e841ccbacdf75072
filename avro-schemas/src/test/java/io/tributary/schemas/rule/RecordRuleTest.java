package io.tributary.schemas.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.key.KeyFormatException;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordRuleTest {

  private static final String TEXT = "\"string\"";
  private static final String TEXTS = "{\"type\":\"array\",\"items\":\"string\"}";
  private static final String BY_NAME = "{\"type\":\"map\",\"values\":\"string\"}";
  private static int types;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{'maxLenght':9}; has the unknown word maxLenght",
        "{'minLength':1}; has no maxLength or maxBytes",
        "{'format':'hardware'}; has the unknown format hardware",
        "{'maxItems':9}; has the unknown word maxItems",
      })
  void shouldNotCompileARuleThatSaysNothing(String rule, String reason) {
    assertThatThrownBy(() -> RecordRule.of(schema(TEXT, rule)))
        .hasMessage("the rule of a " + reason);
  }

  @Test
  void shouldReachElementsNamesAndValues() {
    Schema texts = schema(TEXTS, "{'minItems':1,'maxItems':2,'items':{'format':'id'}}");
    assertThat(broken(texts, List.of("x", "y"))).isEmpty();
    assertThat(broken(texts, List.of())).isEqualTo("a must hold 1 to 2");
    assertThat(broken(texts, List.of("x", "y", "z"))).isEqualTo("a must hold 1 to 2");
    assertThat(broken(texts, List.of("x", "#"))).startsWith("a must be 1 to 128");
    Schema byName =
        schema(
            BY_NAME,
            "{'maxProperties':1,'propertyNames':{'maxLength':1},'additionalProperties':{'maxBytes':2}}");
    assertThat(broken(byName, Map.of("n", "é"))).isEmpty();
    assertThat(broken(byName, Map.of("n", "é."))).isEqualTo("a must have 0 to 2 bytes of UTF-8");
    assertThat(broken(byName, Map.of("no", "")))
        .isEqualTo("a name in a must have 0 to 1 characters");
    assertThat(broken(byName, Map.of("n", "", "m", ""))).isEqualTo("a must hold at most 1");
  }

  /** Words of the broken rule, or nothing. */
  private static String broken(Schema schema, Object value) {
    GenericData.Record record = new GenericData.Record(schema);
    record.put("a", value);
    try {
      RecordRule.of(schema).check(record);
      return "";
    } catch (InvalidValueException | KeyFormatException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static Schema schema(String type, String rule) {
    types++;
    return new Schema.Parser()
        .parse(
            """
            {"type":"record","name":"R%d","fields":[{"name":"a","type":%s,"rule":%s}]}
            """
                .formatted(types, type, rule.replace('\'', '"')));
  }
}
