package io.tributary.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedItemTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00.500700Z");
  private static final Instant END = Instant.parse("2026-01-01T00:00:09Z");

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static boolean holds(String template, String found) {
    return new ExpectedItem(json(template), 0)
        .holds(json(found), new ExpectedItem.Period(START, END));
  }

  @Test
  void shouldKnowItsItemByItsWholeKey() {
    ExpectedItem expected = new ExpectedItem(json("{'id':'a','n':'1','x':2}"), 0);
    List<String> key = List.of("id", "n");

    assertThat(expected.isKeyOf(key, json("{'id':'a','n':'1','x':3}"))).isTrue();
    assertThat(expected.isKeyOf(key, json("{'id':'a','n':'2'}"))).isFalse();
    assertThat(expected.isKeyOf(key, json("{'id':'a'}"))).isFalse();
  }

  @Test
  void shouldCompareNumbersByValueAndAttributesInAnyOrder() {
    assertThat(holds("{'id':'a','s':{'t':22.5},'n':1013}", "{'n':1013.0,'s':{'t':22.50},'id':'a'}"))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'id':'a','s':{'t':22.6},'n':1013}",
        "{'id':'a','s':{},'n':1013}",
        "{'id':'a','s':{'t':22.5},'n':'1013'}",
        "{'id':'a','s':{'t':22.5},'n':1013,'more':null}"
      })
  void shouldSeeEveryDifference(String found) {
    assertThat(holds("{'id':'a','s':{'t':22.5},'n':1013}", found)).isFalse();
  }

  @Test
  void shouldReplaceTimesOfTheDemonstrationAndTheirConsequences() {
    String template =
        "{'at':['@iso'],'same':'@made','made':'@zoneless','ttl':'@made+1d','rev':'@rev'}";

    assertThat(
            holds(
                template,
                "{'at':['2026-01-01T00:00:04Z'],'same':'2026-01-01T00:00:05','made':"
                    + "'2026-01-01T00:00:05','ttl':1767312005,'rev':7}"))
        .isTrue();
    assertThat(
            holds(
                template,
                "{'at':['2026-01-01T00:00:10Z'],'same':'2026-01-01T00:00:05','made':"
                    + "'2026-01-01T00:00:05','ttl':1767312005,'rev':7}"))
        .isFalse();
    assertThat(holds("{'ttl':'@second+90m'}", "{'ttl':1767231003}")).isTrue();
    assertThat(holds("{'ttl':'@second+90m'}", "{'ttl':1767231010}")).isFalse();
    assertThat(holds("{'hash':'~[0-9a-f]{4}'}", "{'hash':'00ff'}")).isTrue();
    assertThat(holds("{'hash':'~[0-9a-f]{4}'}", "{'hash':'00fg'}")).isFalse();
    assertThat(holds("{'rev':'@rev'}", "{'rev':0}")).isFalse();
    assertThat(holds("{'rev':'@rev'}", "{'rev':'7'}")).as("a text").isFalse();
    assertThat(holds("{'ttl':'@second+90m'}", "{'ttl':'1767231003'}")).as("a text").isFalse();
    assertThat(holds("{'ttl':'@second+90m'}", "{'ttl':1767231003.5}")).isFalse();
    assertThat(holds("{'same':'@made'}", "{'other':1}")).as("two missing ones").isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "@millis, 2026-01-01T00:00:02.000Z, true",
    "@millis, 2026-01-01T00:00:00.500Z, true",
    "@millis, 2026-01-01T00:00:02.0001Z, false",
    "@millis, 2026-01-01T00:00:09.001Z, false",
    "@iso, 2026-01-01T00:00:00Z, true",
    "@iso, 2026-01-01T00:00:02.000Z, false",
    "@iso, 2025-12-31T23:59:59Z, false",
    "@iso, soon, false"
  })
  void shouldTakeTimesOfTheDemonstrationAlone(String form, String found, boolean holds) {
    assertThat(holds("{'at':'" + form + "'}", "{'at':'" + found + "'}")).isEqualTo(holds);
  }
}
