package io.tributary.channels.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.channels.MalformedEventException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class FormFieldsTest {

  private static final long SEED = 20_260_101L;
  private static final int TRIALS = 2000;
  private static final List<String> TEXTS =
      List.of(
          "", " ", "a", "+", "%", "&", "=", "é", "❤", "😀", "\uFFFD", "\u0000", "{", "%41", ";");

  private static FormFields read(String body) {
    return FormFields.read(body.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(String body, String message) {
    assertThatThrownBy(() -> read(body))
        .as(body.substring(0, Math.min(body.length(), 80)))
        .isInstanceOf(MalformedEventException.class)
        .hasMessage(message);
  }

  @Test
  void shouldKeepBlanksRepeatsAndOrder() {
    FormFields fields = read("To=%2B4477&Body=&a=2&a=1&a=2&&flag&c%C3%A9=+x%20y+&z=1=2");

    assertThat(fields.names()).containsExactly("To", "Body", "a", "flag", "cé", "z");
    assertThat(fields.values("To")).containsExactly("+4477");
    assertThat(fields.values("Body")).containsExactly("");
    assertThat(fields.values("a")).containsExactly("2", "1", "2");
    assertThat(fields.values("flag")).containsExactly("");
    assertThat(fields.values("cé")).containsExactly(" x y ");
    assertThat(fields.values("z")).containsExactly("1=2");
    assertThat(fields.values("absent")).isEmpty();
    assertThat(read("").names()).isEmpty();
  }

  @Test
  void shouldReadTheSameAsJson() {
    FormFields fields =
        read(" \n{\"To\":\"+4477\",\"NumMedia\":0,\"Latitude\":51.50,\"Body\":\"\"}");

    assertThat(fields.names()).containsExactly("To", "NumMedia", "Latitude", "Body");
    assertThat(fields.values("NumMedia")).containsExactly("0");
    assertThat(fields.values("Latitude")).containsExactly("51.50");
    assertThat(fields.values("Body")).containsExactly("");
  }

  @Test
  void shouldNameThePlaceAndTheRule() {
    String escapes = " must have whole percent escapes of UTF-8";
    for (String broken : List.of("%", "%4", "%zz", "%+1", "%-1", "%FF", "%C3", "%ED%A0%80", "é%")) {
      assertRefused("a=1&Body=" + broken, "Body" + escapes);
      assertRefused("a=1&" + broken + "=x", "body" + escapes);
    }
    assertThatThrownBy(() -> FormFields.read(new byte[] {'a', '=', (byte) 0xE9}))
        .isInstanceOf(MalformedEventException.class)
        .hasMessage("body must be UTF-8");
    assertRefused("{\"Body\":[\"x\"]}", "Body must be text or a number");
    assertRefused("{\"Body\":{}}", "Body must be text or a number");
    assertRefused("{\"Body\":true}", "Body must be text or a number");
    assertRefused("{\"Body\":null}", "Body must be text or a number");
    assertRefused("{\"Body\":1,\"Body\":1}", "Body must not be given twice");
    assertRefused("{\"Body\":", "body must be well-formed JSON");
  }

  @Test
  void shouldTakeAThousandFieldsAndNoMore() {
    String form = "&a=b".repeat(1000);
    String json = "{" + members(1000) + "}";

    assertThat(read(form).values("a")).hasSize(1000);
    assertThat(read(json).names()).hasSize(1000);
    assertRefused(form + "&c", "body must have at most 1000 fields");
    assertRefused("{" + members(1001) + "}", "body must have at most 1000 fields");
  }

  private static String members(int count) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add("\"m" + i + "\":1");
    }
    return String.join(",", members);
  }

  /** Whatever is escaped comes out as it was. */
  @Test
  void shouldReadSettingsByTheirRule() {
    for (long seed = SEED; seed < SEED + TRIALS; seed++) {
      Random random = new Random(seed);
      Map<String, List<String>> fields = new LinkedHashMap<>();
      List<String> parts = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        String name = text(random);
        String value = text(random);
        fields.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
        parts.add(escaped(name) + '=' + escaped(value));
      }

      FormFields read = read(String.join("&", parts));

      assertThat(read.names()).as("seed " + seed).containsExactlyElementsOf(fields.keySet());
      for (String name : read.names()) {
        assertThat(read.values(name)).as("seed " + seed).isEqualTo(fields.get(name));
      }
    }
  }

  private static String text(Random random) {
    return random
        .ints(random.nextInt(4), 0, TEXTS.size())
        .mapToObj(TEXTS::get)
        .collect(Collectors.joining());
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
