package io.tributary.channels.provider;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads requests that are written as text. */
final class Bodies {

  private Bodies() {}

  static ProviderBatch read(String provider, String account, String body) {
    ProviderFormat format = Provider.format(provider).orElseThrow();
    ProviderBatch batch = format.read(account, body.getBytes(StandardCharsets.UTF_8));
    // Kinds of odd names are counted as other
    if (!batch.ignored().keySet().stream()
        .allMatch(kind -> kind.equals("other") || format.ignored().contains(kind))) {
      throw new AssertionError("a kind that no page lists: " + batch.ignored());
    }
    return batch;
  }

  /** The one message of a request. */
  static ProviderMessage message(String provider, String account, String body) {
    ProviderBatch batch = read(provider, account, body);
    if (batch.messages().size() != 1
        || !batch.malformed().isEmpty()
        || !batch.ignored().isEmpty()) {
      throw new AssertionError("not one message alone: " + batch);
    }
    return batch.messages().get(0);
  }

  /** The one malformed event of a request. */
  static MalformedEvent malformed(String provider, String account, String body) {
    ProviderBatch batch = read(provider, account, body);
    if (batch.malformed().size() != 1
        || !batch.messages().isEmpty()
        || !batch.ignored().isEmpty()) {
      throw new AssertionError("not one malformed event alone: " + batch);
    }
    return batch.malformed().get(0);
  }

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }
}
