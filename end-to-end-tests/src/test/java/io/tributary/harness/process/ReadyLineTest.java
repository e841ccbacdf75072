package io.tributary.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReadyLineTest {

  @Test
  void shouldReadTheValuesOfACompleteLine() {
    ReadyLine line =
        ReadyLine.in("ready gateway http=http://127.0.0.1:8080 token=a=b\n").orElseThrow();

    assertThat(line.get("http")).isEqualTo("http://127.0.0.1:8080");
    assertThat(line.get("token")).isEqualTo("a=b");
  }

  @Test
  void shouldNotTakeALineThatIsStillBeingWritten() {
    assertThat(ReadyLine.in("ready http=http://127.0.0.1:80")).isEmpty();
    assertThat(ReadyLine.in("already there\nreadyish\n")).isEmpty();
  }
}
