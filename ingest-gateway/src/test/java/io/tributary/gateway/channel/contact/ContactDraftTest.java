package io.tributary.gateway.channel.contact;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.Identity;
import io.tributary.channels.Move;
import io.tributary.gateway.channel.contact.ContactBook.Claim;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Senders one after the other: whose messages they are. */
final class ContactDraftTest {

  private static final ChannelKey PHONE = new ChannelKey("whatsapp", "106");

  private final ContactBook book = new ContactBook();

  /** Facts that were written, such as {@code US.1 of 447}. */
  private final List<String> learned = new ArrayList<>();

  /** The contact of a sender such as {@code 447 US.1 US.ENT.1}. */
  private String contact(String sender) {
    List<String> ids = List.of(sender.split(" "));
    Identity identity =
        new Identity(
            ids.stream().filter(id -> Character.isDigit(id.charAt(0))).findFirst(),
            ids.stream().filter(id -> id.startsWith("US.") && !isParent(id)).findFirst(),
            ids.stream().filter(ContactDraftTest::isParent).findFirst(),
            Optional.empty(),
            Optional.of("wa-106"),
            false);
    ContactDraft draft = new ContactDraft(book);
    Contact contact = draft.contact(PHONE, identity).orElseThrow();
    learn(draft);
    assertThat(new ContactDraft(book).contact(PHONE, identity)).contains(contact);
    return contact.name();
  }

  private static boolean isParent(String id) {
    return id.startsWith("US.ENT.");
  }

  private void move(String from, String to) {
    ContactDraft draft = new ContactDraft(book);
    draft.move(
        new Move(
            PHONE,
            "wa-106",
            List.of(from.split(" ")),
            List.of(to.split(" ")),
            OptionalLong.empty()));
    learn(draft);
  }

  private void learn(ContactDraft draft) {
    for (Claim claim : draft.claims()) {
      assertThat(claim.conversations()).contains("wa-106");
      book.learn(claim);
      learned.add(claim.identifier() + (claim.moved() ? " to " : " of ") + claim.contact());
    }
  }

  @Test
  void shouldLearnNothingOfANumberAlone() {
    assertThat(contact("447700900123")).isEqualTo("447700900123");
    assertThat(learned).isEmpty();
  }

  @Test
  void shouldKnowAPersonByEitherAsSoonAsBothHaveCome() {
    assertThat(contact("447700900123 US.1 US.ENT.1")).isEqualTo("447700900123");
    assertThat(contact("US.1")).isEqualTo("447700900123");
    assertThat(contact("US.ENT.1")).isEqualTo("447700900123");
    assertThat(contact("447700900123")).isEqualTo("447700900123");
    assertThat(contact("447700900123 US.1")).isEqualTo("447700900123");
    assertThat(learned)
        .containsExactly(
            "447700900123 of 447700900123", "US.1 of 447700900123", "US.ENT.1 of 447700900123");
  }

  @Test
  void shouldNameAContactAfterTheIdThatCameFirst() {
    assertThat(contact("US.1")).isEqualTo("US.1");
    assertThat(contact("447700900123 US.1")).isEqualTo("US.1");
    assertThat(contact("447700900123")).isEqualTo("US.1");
    assertThat(contact("447700900124 US.1")).isEqualTo("US.1");
    assertThat(contact("447700900124")).isEqualTo("US.1");
  }

  @Test
  void shouldLeaveANumberToItsPersonIfAnotherIdComesWithIt() {
    contact("447700900123 US.1");
    assertThat(contact("447700900123 US.2")).isEqualTo("US.2");
    assertThat(contact("447700900123")).isEqualTo("447700900123");
    assertThat(contact("US.1")).isEqualTo("447700900123");
    assertThat(contact("US.2")).isEqualTo("US.2");
    assertThat(book.identifiersOf(PHONE, "US.2")).containsExactly("US.2");
  }

  @Test
  void shouldTakeBothFormsOfANumberForOne() {
    assertThat(contact("5215512345678")).isEqualTo("5215512345678");
    assertThat(contact("525512345678")).isEqualTo("5215512345678");
    assertThat(contact("525512345678 US.1")).isEqualTo("5215512345678");
    assertThat(contact("US.1")).isEqualTo("5215512345678");
    assertThat(contact("15512345678@s.whatsapp.net")).isEqualTo("15512345678@s.whatsapp.net");
  }

  @Test
  void shouldJoinANumberThatIsKnownToAnIdThatIsKnown() {
    contact("5215512345678");
    contact("US.1");
    assertThat(contact("525512345678 US.1")).isEqualTo("US.1");
    assertThat(contact("5215512345678")).isEqualTo("US.1");
    assertThat(learned).last().isEqualTo("5215512345678 to US.1");
  }

  @Test
  void shouldFollowAChangeOfNumber() {
    contact("447700900123 US.1");
    move("447700900123", "447700900999");
    assertThat(contact("447700900999 US.2")).isEqualTo("US.2");
    assertThat(contact("447700900999")).isEqualTo("447700900123");

    move("US.1", "US.2 447700900999");
    assertThat(contact("447700900999 US.2")).isEqualTo("447700900123");
    assertThat(contact("US.2")).isEqualTo("447700900123");
    assertThat(contact("US.1")).isEqualTo("447700900123");
  }

  @Test
  void shouldFollowAChangeByTheIdIfTheNumberIsAnothers() {
    contact("447700900123 US.1");
    contact("447700900123 US.7");
    move("447700900123 US.7", "447700900999");
    assertThat(contact("447700900999")).isEqualTo("US.7");
    assertThat(contact("447700900123")).isEqualTo("447700900123");
  }

  /** Of one that has no id, and whose number another person gets. */
  @Test
  void shouldNotGiveAContactToTheNextPersonWithItsOldNumber() {
    move("447700900123", "447700900999");
    assertThat(contact("447700900999")).isEqualTo("447700900123");
    assertThat(contact("447700900123 US.9")).isEqualTo("US.9");
    assertThat(contact("447700900999 US.1")).isEqualTo("447700900123");
  }

  /** Meta's requests come in any order. */
  @Test
  void shouldJoinConversationsOfANewNumberBeforeItsChangeIsKnown() {
    contact("447700900123 US.1");
    assertThat(contact("447700900999 US.2")).isEqualTo("447700900999");
    move("447700900123", "447700900999");
    assertThat(contact("447700900999")).isEqualTo("447700900123");
    assertThat(contact("US.2")).isEqualTo("447700900123");
    assertThat(learned).endsWith("447700900999 to 447700900123", "US.2 to 447700900123");
  }

  @Test
  void shouldBelieveTheFirstFactInTheLog() {
    book.learn(new Claim(PHONE, Optional.empty(), "US.1", "447700900123", false));
    book.learn(new Claim(PHONE, Optional.empty(), "US.1", "447700900124", false));
    assertThat(book.contactOf(PHONE, "US.1")).contains("447700900123");
    assertThat(book.identifiersOf(PHONE, "447700900124")).isEmpty();
    assertThat(book.contactOf(new ChannelKey("whatsapp", "107"), "US.1")).isEmpty();
  }
}
