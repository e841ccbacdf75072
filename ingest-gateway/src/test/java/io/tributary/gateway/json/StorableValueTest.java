package io.tributary.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.json.StorableValue.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StorableValueTest {

  @Test
  void shouldKeepStringsAsTheyCame() {
    assertText("\"It's <b>&#x27;</b> \\\\ \\\" \"", "It's <b>&#x27;</b> \\ \" ");
    assertText("\"\\u0000\\u001f\\n\u007f\u2028\"", "\u0000\u001f\n\u007f\u2028");
    assertText("\"\uD83D\uDE00\"", "\uD83D\uDE00");
    assertText("\"\"", "");
    assertText(
        "[\"'<&>\uD83D\uDE00\u2028\",\"\\u0000\"]", "[\"'<&>\uD83D\uDE00\u2028\",\"\\u0000\"]");
  }

  @Test
  void shouldDropOnlyWhiteSpaceOfStructures() {
    assertText(
        "{ \"z\" : [ 1 , true ,\nnull ] , \"a\" : { } , \"b\":[ ] }",
        "{\"z\":[1,true,null],\"a\":{},\"b\":[]}");
  }

  @Test
  void shouldKeepNumbersExactly() {
    assertText("[22.50]", "[22.50]");
    assertText(
        "[0.1234567890123456789012345678901234567]", "[0.1234567890123456789012345678901234567]");
    assertText("[9007199254740993]", "[9007199254740993]");
    assertText("[" + "9".repeat(38) + "]", "[" + "9".repeat(38) + "]");
    assertText("[1E2]", "[1E+2]");
    assertText("[-1e-130]", "[-1E-130]");
    assertText("[0E999999999,-0.0,0]", "[0,0,0]");
  }

  @Test
  void shouldRefuseNumbersThatNoTableHoldsWhereverTheyAre() {
    assertRefused("[1,{\"score\":" + "1".repeat(39) + "}]", "v[1].score");
    assertRefused("{\"a\":[[0.1],[1E126]]}", "v.a[1][0]");
    assertRefused("{\"a\":{\"b\":1E-131}}", "v.a.b");
  }

  @Test
  void shouldRefuseNamesThatNoTableTakes() {
    assertRefused("[{\"\":1}]", "v[0].");
    assertRefused("{\"" + "n".repeat(50_001) + "\":1}", "v." + "n".repeat(254) + "…");
    assertRefused("{\"" + "\u20ac".repeat(16_667) + "\":1}", "v." + "?".repeat(254) + "…");

    assertThat(value("{\"" + "n".repeat(50_000) + "\":1}").kind()).isEqualTo(Kind.MAP);
    assertThat(value("{\"" + "\u20ac".repeat(16_666) + "\":1}").kind()).isEqualTo(Kind.MAP);
    assertThat(value("{\"\\u0000 .#[0]\":1}").text()).isEqualTo("{\"\\u0000 .#[0]\":1}");
  }

  @Test
  void shouldCountAsDynamoDbDoes() {
    assertBytes("\"\"", 0);
    assertBytes("\"abc\"", 3);
    assertBytes("\"\u20ac\uD83D\uDE00\\u0000\"", 8);
    assertBytes("[]", 3);
    assertBytes("{}", 3);
    assertBytes("[null,true,false]", 9);
    assertBytes("{\"name\":\"xy\"}", 10);
    assertBytes("[[],{\"\u20ac\":[]}]", 3 + 4 + 4 + 7);
    assertBytes("[-7]", 7);
  }

  private static void assertText(String sent, String kept) {
    assertThat(value(sent).text()).isEqualTo(kept);
  }

  private static void assertBytes(String sent, int bytes) {
    assertThat(value(sent).bytes()).as(sent).isEqualTo(bytes);
  }

  private static void assertRefused(String sent, String field) {
    Problem problem = problem(sent);
    assertThat(problem.code()).as(sent).isEqualTo(ErrorCode.INVALID_VALUE);
    assertThat(problem.place().orElseThrow().field()).isEqualTo(field);
  }

  private static Problem problem(String sent) {
    try {
      value(sent);
    } catch (InvalidInputException e) {
      return e.problem();
    }
    throw new AssertionError(sent + " was taken");
  }

  private static StorableValue value(String sent) {
    return JsonBody.parse(("{\"v\":" + sent + "}").getBytes(StandardCharsets.UTF_8))
        .value("v", Kind.STRING, Kind.LIST, Kind.MAP);
  }
}
