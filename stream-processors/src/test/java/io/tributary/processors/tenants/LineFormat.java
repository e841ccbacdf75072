package io.tributary.processors.tenants;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.Kinds;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A provider with one message to a line: {@code channel|conversation|event|text|kinds}, kinds of
 * attachments joined by a comma. An event - is one of which the bytes say no id.
 */
public final class LineFormat implements ProviderFormat {

  private static final int PARTS = 5;

  /** This one alone. */
  public static Optional<ProviderFormat> named(String provider) {
    return provider.equals("line") ? Optional.of(new LineFormat()) : Optional.empty();
  }

  @Override
  public Kinds ignored() {
    return Kinds.of("typing");
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    String text = new String(body, StandardCharsets.UTF_8);
    return new ProviderBatch(
        text.lines().filter(line -> !line.equals("typing")).map(LineFormat::message).toList(),
        List.of(),
        Map.of());
  }

  private static ProviderMessage message(String line) {
    String[] parts = line.split("\\|", -1);
    if (parts.length != PARTS) {
      throw new MalformedEventException("line", "must have 5 parts", OptionalInt.empty());
    }
    List<Attachment> attachments =
        Stream.of(parts[4].split(","))
            .filter(kind -> !kind.isEmpty())
            .map(kind -> Attachment.newBuilder().setKind(kind).build())
            .toList();
    return new ProviderMessage(
        new ChannelKey("line", parts[0]),
        parts[1],
        Optional.of(parts[2]).filter(id -> !id.equals("-")),
        "sender-1",
        Optional.of("Alex"),
        "native-" + parts[1],
        Optional.empty(),
        parts[3],
        attachments,
        OptionalLong.of(1_767_225_600_000L),
        Map.of("reply_to", "r-1"),
        ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)),
        Identity.NONE);
  }
}
