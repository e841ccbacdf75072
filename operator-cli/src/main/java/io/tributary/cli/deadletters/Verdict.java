package io.tributary.cli.deadletters;

import io.tributary.avro.envelope.FateKind;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** What is to become of a letter. */
sealed interface Verdict {

  /**
   * It has a fate.
   *
   * @param again what is sent again; nothing of a letter that is given up
   */
  record Decided(LetterId letter, FateKind fate, Optional<ProducerRecord<byte[], byte[]>> again)
      implements Verdict {

    /** Bytes of key and value of what is sent. */
    long bytes() {
      return again.map(record -> length(record.key()) + length(record.value())).orElse(0L);
    }

    private static long length(byte @Nullable [] part) {
      return part == null ? 0 : part.length;
    }
  }

  /** It stays open. */
  record Impossible(String reason) implements Verdict {}

  /** Decides about one letter after the other. */
  @FunctionalInterface
  interface Judge {
    Verdict on(Letter letter);
  }
}
