package io.tributary.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.rule.ValueRule.NumberRule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JsonBodyTest {

  private static final TextRule ANY = TextRule.length(0, 100);

  @Test
  void shouldReadMembersUnderTheirRules() {
    RequestObject object = parse("{\"a\":\"x\",\"n\":22.50,\"i\":7,\"o\":{\"z\":null},\"u\":[1]}");

    assertThat(object.text("a", ANY)).isEqualTo("x");
    assertThat(object.optionalNumber("n")).isEqualTo("22.5");
    assertThat(object.integer("i", new NumberRule(0, 9))).isEqualTo(7);
    assertThat(object.object("o").optionalText("z", ANY)).isEmpty();
    assertThat(object.unknownMembers()).isEqualTo(1);
  }

  @Test
  void shouldNameADuplicateMember() {
    Problem problem = problem("{\"readings\":[{\"a\":1},{\"b\":{\"c\":1,\"c\":1}}]}");

    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_FORMAT);
    assertThat(problem.place().orElseThrow().field()).isEqualTo("readings[1].b.c");
    assertThat(problem.place().orElseThrow().index()).isEqualTo(OptionalInt.of(1));
    assertThat(problem.message()).contains("twice");
  }

  @Test
  void shouldRefuseOtherBodiesThanOneObject() {
    for (String text :
        new String[] {
          "[]",
          "null",
          "7",
          "\"x\"",
          "{",
          "{\"a\"}",
          "{\"a\":}",
          "{\"a\":1,}",
          "{a:1}",
          "{'a':1}",
          "{\"a\":NaN}",
          "{\"a\":Infinity}",
          "{\"a\":+1}",
          "{\"a\":01}",
          "{\"a\":.5}",
          "{\"a\":1.}",
          "{} {}",
          "{}x",
          "{\"a\":1}]",
          "// c\n{}",
          "{\"a\":\"\u0001\"}",
          "{\"a\":\"\\x\"}",
          "\uFEFF\uFEFF{}"
        }) {
      Problem problem = problem(text);
      assertThat(problem.code()).as(text).isEqualTo(ErrorCode.INVALID_FORMAT);
      assertThat(problem.place().orElseThrow().field()).as(text).isEqualTo("body");
    }
  }

  @Test
  void shouldRefuseBrokenUtf8() {
    byte[][] bodies = {
      {'{', '"', (byte) 0xC3, '"', ':', '1', '}'},
      {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'},
      {'{', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ':', '1', '}'},
      {(byte) 0xFF, (byte) 0xFE, '{', 0, '}', 0},
    };
    for (byte[] body : bodies) {
      assertThatThrownBy(() -> JsonBody.parse(body)).isInstanceOf(InvalidInputException.class);
    }
  }

  @Test
  void shouldRefuseHalfACharacter() {
    assertThat(problem("{\"a\":\"\\ud800\"}").place().orElseThrow().field()).isEqualTo("a");
    assertThat(problem("{\"\\udc00\":1}").place().orElseThrow().field()).isEqualTo("body");
    assertThat(parse("{\"a\":\"\\ud83d\\ude00\"}").text("a", ANY)).isEqualTo("\uD83D\uDE00");
  }

  @Test
  void shouldBoundNestingAndNumbers() {
    String deepest = "{\"a\":" + "[".repeat(31) + "]".repeat(31) + "}";
    String tooDeep = "{\"a\":" + "[".repeat(32) + "]".repeat(32) + "}";
    String bottomless = "{\"a\":".repeat(200_000);

    assertThat(parse(deepest).unknownMembers()).isEqualTo(1);
    assertThat(problem(tooDeep).message()).contains("32 levels");
    assertThat(problem(bottomless).message()).contains("32 levels");
    assertThat(parse("{\"a\":" + "1".repeat(1000) + "}").unknownMembers()).isEqualTo(1);
    assertThat(problem("{\"a\":" + "1".repeat(1001) + "}").message()).contains("1000 digits");
  }

  @Test
  void shouldReadManyValuesUnderALongNameInTimeLinearInTheBody() {
    String body = "{\"" + "n".repeat(500_000) + "\":[" + "1,".repeat(250_000) + "\"\\ud800\"]}";

    Problem problem = assertTimeoutPreemptively(Duration.ofSeconds(5), () -> problem(body));

    assertThat(problem.place().orElseThrow().field()).isEqualTo("n".repeat(256) + "…");
    assertThat(problem.message()).hasSizeLessThan(400);
    assertThat(problem.place().orElseThrow().index()).isEqualTo(OptionalInt.of(250_000));
  }

  @Test
  void shouldLimitNumbersToDynamoDbs() {
    assertThat(number("1." + "0".repeat(900))).isEqualTo("1");
    assertThat(number("0E999999999")).isEqualTo("0");
    assertThat(problemOfNumber("1E+126").code()).isEqualTo(ErrorCode.INVALID_VALUE);
    assertThat(problemOfNumber("1E99999999999").code()).isEqualTo(ErrorCode.INVALID_VALUE);
    assertThat(problemOfNumber("\"1\"").code()).isEqualTo(ErrorCode.INVALID_FORMAT);
    assertThat(problemOfNumber("true").code()).isEqualTo(ErrorCode.INVALID_FORMAT);
  }

  private static String number(String text) {
    String number = parse("{\"n\":" + text + "}").optionalNumber("n");
    assertThat(number).isNotNull();
    return number;
  }

  private static Problem problemOfNumber(String text) {
    try {
      parse("{\"n\":" + text + "}").optionalNumber("n");
    } catch (InvalidInputException e) {
      return e.problem();
    }
    throw new AssertionError(text + " was taken");
  }

  private static RequestObject parse(String text) {
    return JsonBody.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Problem problem(String text) {
    try {
      parse(text);
    } catch (InvalidInputException e) {
      return e.problem();
    }
    throw new AssertionError(text + " was taken");
  }
}
