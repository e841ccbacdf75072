package io.tributary.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;

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
}
