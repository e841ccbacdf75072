package io.tributary.processors.outreach;

import static java.util.Comparator.comparingLong;

import io.tributary.avro.outreach.Correspondence;
import io.tributary.avro.outreach.KnownConversation;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The live conversations of each recipient with each sender, and apart with those of one company. A
 * conversation without a sender gets no replies. Times are accepted_at_ms, epoch milliseconds.
 */
record NewestConversations(TtlStateStore<String, Correspondence> states) {

  static final StateDescriptor<String, Correspondence> KIND =
      StateDescriptor.privateState(
          "outreach.newest-conversations",
          Correspondence.class,
          Correspondence::getCorrespondence,
          Correspondence::getExpiresAtS);

  /** Limit of one correspondence, so that its state stays small. */
  private static final int MOST = 100;

  /** Allowance for gateways with slow clocks, for which ended conversations still live. */
  private static final long GRACE_SECONDS = Duration.ofDays(1).toSeconds();

  private static final long MILLIS = 1000;

  /** Notes the accepted_at_ms of a fact. */
  void observeTime(long at) {
    states.observeTime(at);
  }

  /**
   * Conversations that a message of that sender may belong to, the newest first.
   *
   * @param recipient of the fact, in one form
   * @param company null for those of all companies
   */
  Stream<KnownConversation> of(
      String recipient, ChannelKey channel, @Nullable String company, long at) {
    String all = correspondence(recipient, channel);
    List<KnownConversation> found = new ArrayList<>(known(all, at));
    if (company != null) {
      // Conversations from before companies were told apart are among those of all companies
      found.removeIf(known -> !company.equals(companyOf(known.getConversationId())));
      List<KnownConversation> own = known(of(all, company), at);
      found.removeIf(known -> placeOf(known, own) >= 0);
      found.addAll(own);
      found.sort(comparingLong(KnownConversation::getCreatedAtMs).reversed());
    }
    return found.stream().filter(known -> known.getExpiresAtS() > Math.floorDiv(at, MILLIS));
  }

  /** Adds a conversation; of two with the same time the later in the log is newer. */
  void began(String recipient, OutreachConversation conversation, long at) {
    keep(
        recipient,
        conversation,
        known -> known.getCreatedAtMs() > conversation.getCreatedAtMs(),
        at);
  }

  /** Updates the life of a conversation. */
  void changed(String recipient, OutreachConversation conversation, long at) {
    keep(
        recipient,
        conversation,
        known -> known.getCreatedAtMs() >= conversation.getCreatedAtMs(),
        at);
  }

  /**
   * @param isNewer true of conversations before it, unless it has a place already
   */
  private void keep(
      String recipient,
      OutreachConversation conversation,
      Predicate<KnownConversation> isNewer,
      long at) {
    @Nullable String sender = conversation.getRequest().getCompanySender();
    if (sender == null) {
      return;
    }
    String type = conversation.getRequest().getChannelMethod().name();
    String all = correspondence(recipient, new ChannelKey(type, KeyPart.ID.fitted(sender)));
    put(all, conversation, isNewer, at);
    put(of(all, conversation.getRequest().getCompanyId()), conversation, isNewer, at);
  }

  private void put(
      String id, OutreachConversation conversation, Predicate<KnownConversation> isNewer, long at) {
    List<KnownConversation> before = known(id, at);
    List<KnownConversation> after = new ArrayList<>(before);
    KnownConversation entry =
        new KnownConversation(
            conversation.getConversationId(),
            conversation.getCreatedAtMs(),
            OutreachConversationRule.endOf(conversation));
    int place = placeOf(entry, after);
    if (place >= 0) {
      after.set(place, entry);
    } else {
      after.removeIf(known -> known.getConversationId().equals(entry.getConversationId()));
      after.add((int) after.stream().filter(isNewer).count(), entry);
    }
    if (!after.equals(before)) {
      states.put(stateOf(id, after, at));
    }
  }

  /** All known conversations, ended ones included: clocks differ. */
  private List<KnownConversation> known(String id, long at) {
    return states
        .find(id, at)
        .or(() -> states.findDead(id, at))
        .map(Correspondence::getConversations)
        .orElse(List.of());
  }

  private static int placeOf(KnownConversation entry, List<KnownConversation> among) {
    for (int i = 0; i < among.size(); i++) {
      KnownConversation known = among.get(i);
      if (known.getConversationId().equals(entry.getConversationId())
          && known.getCreatedAtMs() == entry.getCreatedAtMs()) {
        return i;
      }
    }
    return -1;
  }

  private static Correspondence stateOf(String id, List<KnownConversation> all, long at) {
    long gone = Math.floorDiv(at, MILLIS) - GRACE_SECONDS;
    List<KnownConversation> kept = new ArrayList<>();
    long end = Long.MIN_VALUE;
    for (KnownConversation known : all) {
      if (known.getExpiresAtS() > gone && kept.size() < MOST) {
        kept.add(known);
        end = Math.max(end, known.getExpiresAtS());
      }
    }
    return new Correspondence(id, kept, end);
  }

  private static String companyOf(String conversationId) {
    return OutreachKey.ofConversation(conversationId).companyId();
  }

  /** Id of a company's part of a correspondence; channels have no # at their end. */
  private static String of(String correspondence, String company) {
    return correspondence + '#' + company;
  }

  /** Id of a correspondence; recipients have no # in them. */
  private static String correspondence(String recipient, ChannelKey channel) {
    return recipient + '#' + channel.text();
  }
}
