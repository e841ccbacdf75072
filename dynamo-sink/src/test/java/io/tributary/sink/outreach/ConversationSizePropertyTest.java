package io.tributary.sink.outreach;

import static io.tributary.sink.outreach.Conversations.KEY;
import static io.tributary.sink.outreach.Conversations.begun;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationStatus;
import io.tributary.avro.outreach.EntryRole;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.item.OutreachItems;
import io.tributary.sink.kit.FamilyWrites;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What processors take an item's size for, by which they let its oldest messages go, against the
 * bytes that AWS's rules give the item itself.
 */
final class ConversationSizePropertyTest {

  private static final int ROUNDS = 2_000;
  private static final int MOST_ENTRIES = 12;
  private static final String DEAD_LETTERS = "aB 7\"\\\n\u0001é€";

  private final FamilyWrites writes = new FamilyWrites(new OutreachFamily());

  @Test
  void shouldTakeAnItemForAsLargeAsItIs() {
    long seed = Long.getLong("sink.seed", System.nanoTime());
    System.out.println("sizes of conversations: -Dsink.seed=" + seed);
    Random random = new Random(seed);

    for (int round = 0; round < ROUNDS; round++) {
      OutreachConversation conversation = new Imagined(random).conversation();
      assertThat(taken(conversation))
          .as("round " + round + " of seed " + seed + ": " + conversation)
          .isEqualTo(
              members(writes.item("conversations-dev", "primary_channel", KEY, conversation)));
    }
  }

  /** The sum of the item without messages and of each message. */
  private static long taken(OutreachConversation conversation) {
    OutreachConversation empty =
        OutreachConversation.newBuilder(conversation).setMessages(List.of()).build();
    return OutreachItems.CONVERSATION.size(empty)
        + conversation.getMessages().stream().mapToLong(OutreachItems::sizeOf).sum();
  }

  private static long members(Map<String, AttributeValue> members) {
    return members.entrySet().stream()
        .mapToLong(member -> utf8(member.getKey()) + value(member.getValue()))
        .sum();
  }

  private static long value(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case N -> digits(new BigDecimal(value.n()));
      case BOOL, NUL -> 1;
      case M -> 3 + value.m().size() + members(value.m());
      case L -> 3 + value.l().size() + elements(value.l());
      default -> throw new AssertionError("no such attribute is written: " + value);
    };
  }

  private static long elements(Collection<AttributeValue> elements) {
    return elements.stream().mapToLong(ConversationSizePropertyTest::value).sum();
  }

  /** One byte for two significant digits and one more, and one for a minus; pairs at the point. */
  private static long digits(BigDecimal number) {
    String digits = number.unscaledValue().abs().toString().replaceAll("0+$", "");
    int odd = Math.abs(number.stripTrailingZeros().scale() % 2);
    return (digits.length() + odd + 1L) / 2 + 1 + (number.signum() < 0 ? 1 : 0);
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Conversations with anything in them that a record may have. */
  private record Imagined(Random random) {

    OutreachConversation conversation() {
      return begun(request())
          .setStatus(any(ConversationStatus.values()))
          .setMessages(list(MOST_ENTRIES, this::entry))
          .setUpdatedAtMs(1_698_840_000_000L + random.nextInt())
          .setRouterVersion(text())
          .setProcessorVersion(text())
          .setThreadId(maybe(this::text))
          .setEmailId(maybe(this::text))
          .setTaskComplete(random.nextBoolean())
          .setProcessingTimeMs(maybe(this::count))
          .setFunctionCall(random.nextBoolean())
          .setFunctionCallType(maybe(this::text))
          .setHandOffToHuman(random.nextBoolean())
          .setHandOffToHumanReason(maybe(this::text))
          .setFailureReason(maybe(this::text))
          .setExpiresAtS(maybe(this::count))
          .setRev(count())
          .build();
    }

    private ConversationRequest request() {
      ConversationRequest.Builder request =
          Conversations.request(any(ChannelMethod.values()))
              .setRecipientTel("+447123456789")
              .setCompanySender(maybe(() -> "+447588713814"))
              .setRecipientEmail(maybe(() -> "john.doe@example.com"))
              .setInitialRequestTimestamp(maybe(this::text))
              .setRecipientFirstName(maybe(this::text))
              .setRecipientLastName(maybe(this::text))
              .setCommsConsent(random.nextBoolean());
      return addRouting(addCompany(request)).build();
    }

    private ConversationRequest.Builder addCompany(ConversationRequest.Builder request) {
      return request
          .setCompanyName(maybe(this::text))
          .setProjectName(maybe(this::text))
          .setProjectStatus(maybe(this::text))
          .setAllowedChannels(maybe(this::texts))
          .setCompanyRepJson(maybe(() -> object(2)))
          .setChannelConfigJson(maybe(() -> object(1)))
          .setAiConfigJson(maybe(() -> object(3)))
          .setProjectDataJson(maybe(() -> object(4)))
          .setLifeS(maybe(this::count));
    }

    private ConversationRequest.Builder addRouting(ConversationRequest.Builder request) {
      return request
          .setAutoQueueInitialMessage(maybe(random::nextBoolean))
          .setAutoQueueInitialMessageFromNumber(maybe(this::texts))
          .setAutoQueueInitialMessageFromEmail(maybe(this::texts))
          .setAutoQueueReplyMessage(maybe(random::nextBoolean))
          .setAutoQueueReplyMessageFromNumber(maybe(this::texts))
          .setAutoQueueReplyMessageFromEmail(maybe(this::texts));
    }

    private MessageEntry entry() {
      return MessageEntry.newBuilder()
          .setEntryId(new UUID(random.nextLong(), random.nextLong()).toString())
          .setMessageTimestampMs(1_698_840_000_000L + random.nextInt())
          .setRole(any(EntryRole.values()))
          .setContent(text())
          .setAiPromptTokens(maybe(this::count))
          .setAiCompletionTokens(maybe(this::count))
          .setAiTotalTokens(maybe(this::count))
          .setProcessingTimeMs(maybe(this::count))
          .build();
    }

    private String object(int levels) {
      return IntStream.range(0, random.nextInt(4))
          .mapToObj(i -> quoted("n" + i + text()) + ":" + json(levels - 1))
          .collect(Collectors.joining(",", "{", "}"));
    }

    private String json(int levels) {
      return switch (random.nextInt(levels > 0 ? 7 : 5)) {
        case 0 -> quoted(text());
        case 1 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
        case 2 -> Long.toString(random.nextLong() >> random.nextInt(64));
        case 3 -> Boolean.toString(random.nextBoolean());
        case 4 -> "null";
        case 5 -> object(levels);
        default -> list(4, () -> json(levels - 1)).toString();
      };
    }

    private static String quoted(String text) {
      return '"'
          + text.replace("\\", "\\\\")
              .replace("\"", "\\\"")
              .replace("\n", "\\n")
              .replace("\u0001", "\\u0001")
          + '"';
    }

    private List<String> texts() {
      return list(4, this::text);
    }

    private String text() {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(30);
      while (text.length() < length) {
        text.append(
            random.nextInt(9) == 0
                ? "😀"
                : String.valueOf(DEAD_LETTERS.charAt(random.nextInt(DEAD_LETTERS.length()))));
      }
      return text.toString();
    }

    /** Any that a request may bring, zero and short ones as often as long ones. */
    private long count() {
      return (random.nextLong() >>> 11) >>> random.nextInt(54);
    }

    private <T> List<T> list(int most, Supplier<T> element) {
      return Stream.generate(element).limit(random.nextInt(most + 1)).toList();
    }

    private <T> T any(T[] constants) {
      return constants[random.nextInt(constants.length)];
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
      return random.nextBoolean() ? value.get() : null;
    }
  }
}
