package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.outreach.OutreachFacts.answered;
import static io.tributary.processors.outreach.OutreachFacts.call;
import static io.tributary.processors.outreach.OutreachFacts.handOff;
import static io.tributary.processors.outreach.OutreachFacts.message;
import static io.tributary.processors.outreach.OutreachFacts.reply;
import static io.tributary.processors.outreach.OutreachFacts.request;
import static io.tributary.processors.outreach.OutreachFacts.sent;
import static io.tributary.processors.outreach.OutreachFacts.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.processors.outreach.OutreachFacts;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.OutreachItems;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An item and its copies in four local indexes stay under 400 KB together. */
final class OutreachGuardTest {

  @AutoClose private final DrivenOutreach outreach = new DrivenOutreach();

  @Test
  void shouldLetGoOfTheOldestEntriesAsFewAsPossible() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u0", sent()));
    for (int i = 0; i < 40; i++) {
      // 3 KB, of characters that have 3 bytes
      outreach.send(START, reply("SM" + i, "%02d".formatted(i) + "\u20AC".repeat(1000)));
    }

    OutreachConversation conversation = outreach.conversation();
    List<String> kept =
        conversation.getMessages().stream()
            .map(entry -> entry.getContent().substring(0, 2))
            .toList();
    assertThat(sizeOf(conversation)).isLessThan(78 * 1024);
    assertThat(sizeOf(conversation) + 3002 + 150).isGreaterThan(78 * 1024);
    assertThat(kept).hasSize(25).startsWith("15").endsWith("39").isSorted();
    assertThat(outreach.replies()).hasSize(40);
  }

  @Test
  void shouldLetGoOfManyForOneThatIsLarge() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u0", sent()));
    outreach.send(START, reply("SM1", "1" + "a".repeat(30_000)));
    outreach.send(START, reply("SM2", "2" + "a".repeat(30_000)));
    outreach.send(START, update("r1", "u1", answered("m1", "3" + "a".repeat(32_767))));

    assertThat(outreach.conversation().getMessages())
        .extracting(entry -> entry.getContent().substring(0, 1))
        .containsExactly("2", "3");
  }

  @Test
  void shouldAlwaysKeepTheNewestEntryBesideTheLargestRequest() {
    ConversationRequest request = largest();
    assertThat(ItemSize.of(OutreachItems.of(request, OutreachFacts.TEL))).isEqualTo(40 * 1024);
    outreach.send(START, request);
    outreach.send(
        START,
        update(
            "r1",
            "u1",
            InitialMessageSent.newBuilder()
                .setThreadId("t".repeat(512))
                .setEmailId("e".repeat(1024))
                .setProcessingTimeMs((1L << 53) - 1)
                .setMessage(message("m1", "x".repeat(32 * 1024)))
                .build()));
    outreach.send(START, update("r1", "u2", handOff("h".repeat(1024))));
    outreach.send(START, update("r1", "u3", call("c".repeat(256))));
    outreach.send(START, reply("SM1", "y".repeat(32 * 1024)));

    List<OutreachConversation> written = outreach.conversations();
    assertThat(written)
        .extracting(conversation -> conversation.getMessages().size())
        .containsExactly(0, 1, 1, 1, 1);
    assertThat(written).allSatisfy(each -> assertThat(sizeOf(each)).isLessThan(78 * 1024));
    assertThat(written.get(4).getMessages().get(0).getContent()).startsWith("y");
    assertThat(outreach.deadLetters()).isEmpty();
  }

  /** What leaves need not come with an entry. */
  @Test
  void shouldMakeRoomForAttributesToo() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u1", sent()));
    for (int i = 0; i < 26; i++) {
      outreach.send(START, reply("SM" + i, "a".repeat(2925)));
    }
    OutreachConversation before = outreach.conversation();
    outreach.send(START, update("r1", "u2", handOff("h".repeat(1024))));
    OutreachConversation after = outreach.conversation();

    assertThat(sizeOf(after)).isLessThan(78 * 1024);
    assertThat(after.getMessages()).hasSize(before.getMessages().size() - 1);
  }

  @Test
  void shouldRefuseATooLargeRequest() {
    ConversationRequest request = largest();
    request.setProjectName(request.getProjectName() + "p");
    outreach.send(START, request);

    assertThat(outreach.deadLetters()).containsExactly("INVALID_VALUE");
    assertThat(outreach.conversations()).isEmpty();
  }

  private static ConversationRequest largest() {
    ConversationRequest request = request("r1").setProjectName("p").build();
    long room = 40 * 1024 - ItemSize.of(OutreachItems.of(request, OutreachFacts.TEL));
    request.setProjectName("p".repeat(Math.toIntExact(room) + 1));
    return request;
  }

  private static long sizeOf(OutreachConversation conversation) {
    return OutreachItems.CONVERSATION.size(conversation);
  }
}
