package io.tributary.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageLifeTest {

  private static final long SEED = 20_260_302;
  private static final BigInteger MOST = BigInteger.valueOf(62_208_000);

  @Test
  void shouldReadDaysMinutesAndSeconds() {
    Map<String, Long> lives =
        Map.of(
            "30d", 2_592_000L,
            "720d", 62_208_000L,
            "300m", 18_000L,
            "1m", 60L,
            "1s", 1L,
            "6000s", 6000L,
            "62208000s", 62_208_000L,
            "1036800m", 62_208_000L,
            "0007d", 604_800L);

    lives.forEach(
        (text, seconds) ->
            assertThat(MessageLife.seconds(text)).as(text).isEqualTo(OptionalLong.of(seconds)));
  }

  @Test
  void shouldRefuseInvalidLives() {
    for (String text :
        List.of(
            "1h",
            "30D",
            "-1d",
            "1.5d",
            "",
            "d",
            "30",
            "721d",
            "0d",
            "0s",
            "00m",
            "1036801m",
            "62208001s",
            "999999999m",
            "30d\n",
            " 30d",
            "30 d",
            "+1d",
            "1d1d",
            "\u0663d",
            "1e3s",
            "99999999999999999999d",
            "9223372036854775808s",
            "18446744073709551617s",
            "0".repeat(32) + "1s")) {
      assertThat(MessageLife.seconds(text)).as(text).isEmpty();
    }
  }

  @Test
  void shouldAgreeWithNumbersOfAnySize() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      BigInteger number = new BigInteger(random.nextInt(80), random);
      int chosen = random.nextInt(3);
      String unit = List.of("d", "m", "s").get(chosen);
      BigInteger seconds = number.multiply(BigInteger.valueOf(new long[] {86_400, 60, 1}[chosen]));
      boolean fits = seconds.signum() > 0 && seconds.compareTo(MOST) <= 0;
      assertThat(MessageLife.seconds(number + unit))
          .as("seed %d: %s%s", SEED, number, unit)
          .isEqualTo(fits ? OptionalLong.of(seconds.longValueExact()) : OptionalLong.empty());
    }
  }

  @Test
  void shouldRefuseTextsOfOtherShapes() {
    String alphabet = "0123456789dmsDhw-+. \n";
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(6);
      for (int c = 0; c < length; c++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      if (!text.toString().matches("[0-9]+[dms]")) {
        assertThat(MessageLife.seconds(text.toString())).as("seed %d: %s", SEED, text).isEmpty();
      }
    }
  }
}
