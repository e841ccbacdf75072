package io.tributary.cli.data;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.OperationException;
import java.io.ByteArrayInputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

final class FrameReaderTest {

  private static FrameReader reader(String bytes) {
    return new FrameReader(new ByteArrayInputStream(bytes.getBytes(ISO_8859_1)));
  }

  @Test
  void shouldReadFramesOfKcat() throws Exception {
    FrameReader frames =
        reader("a.b\t3\t17\t3\tk\t\n\0\0\0\2\u00c3\u0001a.b\t0\t18\t-1\t\u00ff\u00ff\u00ff\u00ff");

    assertThat(frames.next())
        .usingRecursiveComparison()
        .isEqualTo(
            new ConsumerRecord<>(
                "a.b", 3, 17, new byte[] {'k', '\t', '\n'}, new byte[] {(byte) 0xC3, 1}));
    assertThat(frames.next())
        .usingRecursiveComparison()
        .isEqualTo(new ConsumerRecord<>("a.b", 0, 18, null, null));
    assertThat(frames.next()).isNull();
  }

  @Test
  void shouldNameUnreadableFiles() {
    for (String cut :
        new String[] {"a.b\t3", "a\t1\t2\t9\tk", "a\t1\t2\t0\t\0\0", "a\t1\t2\t0\t\0\0\0\5k"}) {
      assertThatThrownBy(() -> reader(cut).next())
          .as(cut)
          .isInstanceOf(OperationException.class)
          .hasMessage("the input ends within a record");
    }
    for (String other :
        new String[] {
          "{\"a\":1}\tx\ty\t", "a\t1\t2\t-7\t", "x".repeat(400), "a\t99999999999\t1\t"
        }) {
      assertThatThrownBy(() -> reader(other).next())
          .as(other)
          .isInstanceOf(OperationException.class)
          .hasMessageStartingWith("the input is not in kcat's format -f '%t\\t%p");
    }
  }
}
