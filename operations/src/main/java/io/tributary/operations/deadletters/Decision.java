package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.FateKind;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** What is to become of a letter. */
sealed interface Decision {

  /**
   * It has a fate.
   *
   * @param again what is sent again; nothing of a letter that is given up
   */
  record Decided(DeadLetterId letter, FateKind fate, Optional<ProducerRecord<byte[], byte[]>> again)
      implements Decision {

    /** Bytes of key and value of what is sent. */
    long bytes() {
      return again.map(record -> length(record.key()) + length(record.value())).orElse(0L);
    }

    private static long length(byte @Nullable [] part) {
      return part == null ? 0 : part.length;
    }
  }

  /** It stays open. */
  record Impossible(String reason) implements Decision {}

  /** Decides about one letter after the other. */
  @FunctionalInterface
  interface Judge {
    Decision on(DeadLetterRecord letter);
  }
}
