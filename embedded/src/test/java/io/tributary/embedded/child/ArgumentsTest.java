package io.tributary.embedded.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ArgumentsTest {
  @Test
  void shouldKeepEveryValueOfARepeatedOptionInOrder() {
    assertThat(parse("--setting", "a=1", "--setting", "b=2").all("setting"))
        .containsExactly("a=1", "b=2");
  }

  @Test
  void shouldDistinguishGivenFlags() {
    assertThat(parse("--in-memory").has("in-memory")).isTrue();
    assertThat(parse().has("in-memory")).isFalse();
  }

  @Test
  void shouldReadAddressAndDirectory() {
    Arguments arguments = parse("--listen", "127.0.0.1:9092", "--data", "/var/x/../kafka");

    assertThat(arguments.listen().number()).isEqualTo(9092);
    assertThat(arguments.listen()).hasToString("127.0.0.1:9092");
    assertThat(arguments.data()).isEqualTo(Path.of("/var/kafka"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.0.0.0:9092", "localhost:9092", "127.0.0.1", "127.0.0.1:65536", "127.0.0.1:x"})
  void shouldListenOnLoopbackOnly(String address) {
    assertThatThrownBy(() -> parse("--listen", address).listen())
        .isInstanceOf(UsageException.class)
        .hasMessage("--listen takes 127.0.0.1:PORT, with 0 for any free one, not " + address);
  }

  @Test
  void shouldNameMissingAndUnknownSettings() {
    assertThatThrownBy(() -> parse("--data").data()).hasMessage("--data needs a value");
    assertThatThrownBy(() -> parse().data()).hasMessage("--data is required");
    assertThatThrownBy(() -> parse("data")).hasMessage("unknown argument: data");
    assertThatThrownBy(() -> parse("--date", "x")).hasMessage("unknown argument: --date");
  }

  private static Arguments parse(String... args) {
    return Arguments.parse(args, Set.of("listen", "data", "setting"), Set.of("in-memory"));
  }
}
