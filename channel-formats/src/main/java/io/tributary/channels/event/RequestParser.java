package io.tributary.channels.event;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.Move;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.json.JsonArray;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonReader;
import io.tributary.channels.json.TextRange;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A request being read: collects its events, and cuts one body for each. */
public final class RequestParser {

  /** One for each 8 bytes of the largest request; messages take half of them. */
  public static final int MOST_TOKENS = (1 << 20) / 8;

  /**
   * Bytes of all cut bodies together: each repeats shared parts. A thousand messages in 3 MB take
   * half of it.
   */
  public static final int LARGEST = 8 << 20;

  /** Kind of a message without text and files. */
  public static final String EMPTY = "empty";

  /** Overhead of an event beside its body. */
  private static final int AROUND_BYTES = 512;

  private static final Predicate<String> KIND =
      Pattern.compile("[A-Za-z0-9_.-]{1,64}").asMatchPredicate();

  private final String provider;
  private final byte[] body;
  private final long largest;
  private final String source;
  private final JsonObject root;
  private final List<ProviderMessage> messages = new ArrayList<>();
  private final List<MalformedEvent> malformed = new ArrayList<>();
  private final Map<String, Integer> ignored = new TreeMap<>();
  private final Set<ChannelKey> named = new HashSet<>();
  private final List<Move> moves = new ArrayList<>();
  private long spent;

  public RequestParser(String provider, byte[] body, long largest) {
    this(provider, body, largest, MOST_TOKENS);
  }

  /**
   * A parser. Throws {@link MalformedEventException} for a body that is not a JSON object.
   *
   * @param largest the most bytes of one event
   */
  public RequestParser(String provider, byte[] body, long largest, int mostTokens) {
    this(provider, body, largest, source -> JsonReader.read(source, mostTokens));
  }

  /** A body whose text is read by another reader. */
  public RequestParser(
      String provider, byte[] body, long largest, Function<String, JsonObject> reader) {
    this.provider = provider;
    this.body = body;
    this.largest = largest;
    this.source = JsonReader.decode(body);
    this.root = reader.apply(source);
  }

  public JsonObject root() {
    return root;
  }

  /** Reads a part; a {@link MalformedEventException} makes it a malformed event. */
  public void read(BatchSlice part, Runnable reading) {
    try {
      reading.run();
    } catch (MalformedEventException e) {
      if (spent > LARGEST) {
        throw e;
      }
      malformed.add(malformed(part, e));
    }
  }

  /** Reads each object of an array as a part of its own. */
  public void readEach(
      BatchSlice holder, JsonArray array, BiConsumer<BatchSlice, JsonObject> reader) {
    for (int i = 0; i < array.items().size(); i++) {
      int index = i;
      BatchSlice part = holder.item(array, index);
      read(part, () -> reader.accept(part, array.object(index)));
    }
  }

  private MalformedEvent malformed(BatchSlice part, MalformedEventException e) {
    String text = source.substring(part.own().start(), part.own().end());
    String hash = KeyPart.hashed(text);
    return new MalformedEvent(
        part.channel(),
        ProviderIds.conversation("malformed", hash),
        ProviderIds.event(provider, "malformed", hash),
        String.valueOf(e.getMessage()),
        cut(part).orElseGet(() -> beginning(text)));
  }

  private ByteBuffer beginning(String text) {
    byte[] bytes =
        text.substring(0, (int) Math.min(text.length(), largest)).getBytes(StandardCharsets.UTF_8);
    int taken = (int) Math.min(bytes.length, largest);
    spend(AROUND_BYTES + taken);
    return ByteBuffer.wrap(bytes, 0, taken).slice();
  }

  /** The body, with all other parts left out. */
  public ByteBuffer raw(BatchSlice part) {
    return cut(part)
        .orElseThrow(
            () ->
                MalformedEventException.at(
                    part.place(), "must have at most " + largest + " bytes, with what it shares"));
  }

  /** Empty if larger than the limit. */
  private Optional<ByteBuffer> cut(BatchSlice part) {
    if (part.others().isEmpty()) {
      return Optional.of(ByteBuffer.wrap(body)).filter(whole -> whole.remaining() <= largest);
    }
    long characters = source.length() - part.others().stream().mapToLong(TextRange::length).sum();
    if (characters > largest) {
      return Optional.empty();
    }
    spend(AROUND_BYTES + characters);
    byte[] bytes = without(part.others()).getBytes(StandardCharsets.UTF_8);
    spend(bytes.length - characters);
    return Optional.of(ByteBuffer.wrap(bytes)).filter(cut -> cut.remaining() <= largest);
  }

  /** The body without these parts, which do not overlap. */
  private String without(List<TextRange> parts) {
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (TextRange part :
        parts.stream().sorted(Comparator.comparingInt(TextRange::start)).toList()) {
      text.append(source, copied, part.start());
      copied = part.end();
    }
    return text.append(source, copied, source.length()).toString();
  }

  private void spend(long bytes) {
    spent += bytes;
    if (spent > LARGEST) {
      throw MalformedEventException.body(
          "must not hold events of more than "
              + LARGEST
              + " bytes together, each with what they share");
    }
  }

  public void add(ProviderMessage message) {
    messages.add(message);
  }

  /** Notes a channel that the request names, for ignored events too. */
  public void names(ChannelKey channel) {
    named.add(channel);
  }

  /** Notes a user's change of number or id. */
  public void move(Move move) {
    moves.add(move);
  }

  /** Counts events that are not messages, by the provider's kind. */
  public void ignore(String kind, int count) {
    if (count > 0) {
      ignored.merge(KIND.test(kind) ? kind : "other", count, Integer::sum);
    }
  }

  public ProviderBatch batch() {
    return new ProviderBatch(messages, malformed, ignored, named, moves);
  }
}
