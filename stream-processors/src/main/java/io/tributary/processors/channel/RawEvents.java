package io.tributary.processors.channel;

import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the providers' bytes again, so that a better parser can be replayed over them.
 *
 * @param formats by the providers' names
 */
public record RawEvents(Function<String, Optional<ProviderFormat>> formats) {

  /**
   * The message in the bytes of an event; {@link FactRefusedException} unless they hold one. Its
   * event and conversation are the fact's, which an older parser may have named otherwise.
   */
  public ProviderMessage read(String provider, String account, ByteBuffer raw) {
    return only(batch(provider, account, raw));
  }

  /** Refusal of bytes that are not an event. */
  public static FactRefusedException malformed(String reason) {
    return new FactRefusedException(FailureCode.MALFORMED, reason);
  }

  private ProviderBatch batch(String provider, String account, ByteBuffer raw) {
    ProviderFormat format =
        formats
            .apply(provider)
            .orElseThrow(() -> malformed("nothing is known of the provider's format"));
    try {
      return format.read(account, bytes(raw));
    } catch (MalformedEventException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
  }

  private static ProviderMessage only(ProviderBatch batch) {
    if (!batch.malformed().isEmpty()) {
      throw malformed(batch.malformed().get(0).reason());
    }
    if (batch.messages().size() != 1) {
      throw malformed("the bytes must hold one message, not " + batch.messages().size());
    }
    return batch.messages().get(0);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
