package io.tributary.project.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns of {@code gateway.yaml} take the texts that the rules of their forms take. */
class FormatsTest {

  private static final String ALPHABET = " !\"#$%*+,-./059:;@AFGZ_afgz~é😀";
  private static final int ROUNDS = 20_000;

  @ParameterizedTest
  @CsvSource({
    "hardware-id, HardwareId, 24:6F:28:AE:52:7C",
    "uuid-v4, UuidV4, 3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
    "batch-id, BatchId, b",
    "id, Id, acme",
    "long-id, LongId, wa-1",
    "uid, Uid, $public",
    "category, Category, *",
    "message-id, MessageId, 07AEH01P4K9ZQ2M7X",
    "channel-type, ChannelType, teams",
    "sensor-name, SensorName, bme280_temp_c",
  })
  void shouldTakeTheSameTexts(String format, String component, String sample) throws IOException {
    JsonNode schemas =
        new YAMLMapper().readTree(Files.readString(OpenApiPage.SOURCE)).at("/components/schemas");
    Pattern pattern = Pattern.compile(schemas.path(component).path("pattern").asText());
    TextRule rule = ruleOf(format);
    long seed = Long.getLong("formats.seed", System.nanoTime());
    Random random = new Random(seed);

    int taken = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String text = changed(sample, random);
      assertThat(pattern.matcher(text).find())
          .as("-Dformats.seed=%s: %s", seed, text)
          .isEqualTo(rule.accepts(text));
      taken += rule.accepts(text) ? 1 : 0;
    }
    assertThat(taken).isBetween(1, ROUNDS - 1);
  }

  private static TextRule ruleOf(String format) {
    String schema =
        """
        {"type":"record","name":"Of%s","fields":[{"name":"a","type":"string","rule":{"format":"%s"}}]}
        """;
    return RecordRule.of(
            new Schema.Parser().parse(schema.formatted(format.replace('-', '_'), format)))
        .text("a");
  }

  /** The sample with some characters replaced, added and removed, or many times. */
  private static String changed(String sample, Random random) {
    StringBuilder text = new StringBuilder(sample);
    for (int change = random.nextInt(3); change > 0; change--) {
      int at = random.nextInt(text.length() + 1);
      int from =
          ALPHABET.offsetByCodePoints(
              0, random.nextInt(ALPHABET.codePointCount(0, ALPHABET.length())));
      String one = Character.toString(ALPHABET.codePointAt(from));
      int end = Math.min(text.length(), at + random.nextInt(2));
      text.replace(at, end, random.nextBoolean() ? one : "");
    }
    return random.nextInt(4) == 0 ? "x".repeat(random.nextInt(520)) + text : text.toString();
  }
}
