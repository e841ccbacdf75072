package io.tributary.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyPartTest {

  @Test
  void shouldKeepAnIdThatFits() {
    assertThat(KeyPart.ID.fitted("T0000000001")).isEqualTo("T0000000001");
    assertThat(KeyPart.LONG_ID.fitted("x".repeat(512))).isEqualTo("x".repeat(512));
  }

  @Test
  void shouldFoldAnIdThatBreaksTheRule() {
    // base64url of the SHA-256 of a#b, and of the two bytes of é
    assertThat(KeyPart.LONG_ID.fitted("a#b"))
        .isEqualTo("~gYf8j38AcDbf_BmVRLMxZ2MsdzlzN4W73sD7uaLEPKE");
    assertThat(KeyPart.ID.fitted("é")).isEqualTo("~SplVfkAzw1Od4utlRyAXytX5VX96BiWgnxw_biumnEw");
    assertThat(KeyPart.LONG_ID.accepts(KeyPart.LONG_ID.fitted("x".repeat(513)))).isTrue();
    assertThat(KeyPart.ID.accepts(KeyPart.ID.fitted(""))).isTrue();
  }

  @Test
  void shouldKeepFoldedIdsApart() {
    assertThat(KeyPart.ID.fitted("x".repeat(129))).isNotEqualTo(KeyPart.ID.fitted("x".repeat(130)));
  }

  @Test
  void shouldBringAddressesAndNumbersIntoOneForm() {
    assertThat(EmailAddress.canonical("Ada@Example.COM")).contains("ada@example.com");
    assertThat(EmailAddress.canonical("J\u00fcrgen@M\u00fcller.example"))
        .contains("j\u00fcrgen@xn--mller-kva.example");
    assertThat(EmailAddress.canonical("ju\u0308rgen@xn--mller-kva.example"))
        .contains("j\u00fcrgen@xn--mller-kva.example");
    assertThat(EmailAddress.canonical("\u5c71\u7530@example.jp"))
        .contains("\u5c71\u7530@example.jp");
    for (String none :
        List.of(
            "a",
            "@b",
            "a@",
            "a@b@c",
            "\u212aim@b",
            "a@stra\u00dfe.example",
            "a\u202e@b",
            "a b@c")) {
      assertThat(EmailAddress.canonical(none)).as(none).isEmpty();
    }
    for (String number :
        List.of(
            "+447700900123",
            "whatsapp:+44 7700 900123",
            "+44\u00a0(7700) 900-123",
            "+44.7700/900123")) {
      assertThat(PhoneNumber.canonical(number)).as(number).contains("+447700900123");
    }
    for (String none :
        List.of("07700 900123", "+44 (0)7700 900123", "+44 7700 x", "00447700900123")) {
      assertThat(PhoneNumber.canonical(none)).as(none).isEmpty();
    }
  }
}
