package io.tributary.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

final class FailureTextTest {

  @Test
  void shouldNameTheFailureAndItsCause() {
    Throwable why = new IOException("no space left on device\nand more");
    Throwable failure = new IllegalStateException("cannot open the store\nat a place", why);

    assertThat(FailureText.of(failure)).isEqualTo("cannot open the store: no space left on device");
  }

  @Test
  void shouldNotSayTheSameTwice() {
    Throwable failure = new IllegalStateException("DynamoDB: refused", new IOException("refused"));

    assertThat(FailureText.of(failure)).isEqualTo("DynamoDB: refused");
    assertThat(FailureText.of(new IOException("alone"))).isEqualTo("alone");
    assertThat(FailureText.of(new IOException())).isEqualTo("java.io.IOException");
  }

  @Test
  void shouldNameTheSettingThatHelps() {
    assertThat(FailureText.of(new IOException("x", new BindException("in use"))))
        .isEqualTo(
            "cannot listen: in use (see http.listen, ops.listen, processors.listen, sink.listen)");
    assertThat(FailureText.of(new IllegalStateException(new TimeoutException("too late"))))
        .isEqualTo("Kafka does not answer: too late (see bootstrap.servers)");
  }
}
