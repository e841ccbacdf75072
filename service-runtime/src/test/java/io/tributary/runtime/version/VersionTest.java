package io.tributary.runtime.version;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VersionTest {

  @ParameterizedTest
  @CsvSource({
    "0.4.0, 0.5.0, true",
    "0.9.0, 0.10.0, true",
    "0.5, 0.5.1, true",
    "0.5.0, 0.5.0, false",
    "0.5.0-SNAPSHOT, 0.5.0, false",
    "0.5.0, 0.5.0-SNAPSHOT, false",
    "1.0.0, 0.9.9, false",
    "unknown, 0.5.0, false",
    "0.5.0, '', false",
  })
  void shouldCompareReleases(String one, String other, boolean older) {
    assertThat(new Version(one).isOlderThan(new Version(other))).isEqualTo(older);
  }
}
