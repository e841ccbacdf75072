package io.tributary.processors;

import static io.tributary.schemas.topic.OutreachTopics.CONVERSATIONS;
import static io.tributary.schemas.topic.OutreachTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.OutreachTopics.EVENTS;
import static io.tributary.schemas.topic.OutreachTopics.REPLIES;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.channels.provider.Provider;
import io.tributary.processors.outreach.OutreachFacts;
import io.tributary.processors.outreach.OutreachFamily;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;

/** The family's topology, fed with what happens to a recipient. */
final class DrivenOutreach implements AutoCloseable {

  final DrivenTopology topology;
  private int facts;

  DrivenOutreach() {
    topology =
        new DrivenTopology(
            plan -> {
              new OutreachFamily(Provider::format).addTo(plan);
              return plan.topology();
            });
  }

  /** In partition 0 of so many. */
  DrivenOutreach(int partitions) {
    topology = new DrivenTopology(partitions, Family.OUTREACH);
  }

  /** A request of whom it is to, anything else of the usual number. */
  void send(Instant at, SpecificRecordBase what) {
    String recipient =
        what instanceof ConversationRequest request
                && request.getChannelMethod() == ChannelMethod.email
            ? request.getRecipientEmail()
            : what instanceof ConversationRequest request
                ? request.getRecipientTel()
                : OutreachFacts.TEL;
    send(recipient, at, what);
  }

  void send(String recipient, Instant at, SpecificRecordBase what) {
    send(recipient, List.of(), at, what);
  }

  void send(String recipient, List<String> others, Instant at, SpecificRecordBase what) {
    OutreachEvent event = OutreachFacts.event("fact-" + facts++, at, recipient, what);
    event.setOthers(others);
    topology.send(EVENTS, recipient, event);
  }

  List<OutreachConversation> conversations() {
    return topology.values(CONVERSATIONS);
  }

  /** The newest record. */
  OutreachConversation conversation() {
    List<OutreachConversation> all = conversations();
    return all.get(all.size() - 1);
  }

  /** What each record says: request_id, status and entries. */
  List<String> lines() {
    return conversations().stream().map(DrivenOutreach::line).toList();
  }

  private static String line(OutreachConversation conversation) {
    String entries =
        conversation.getMessages().stream()
            .map(entry -> entry.getRole() + " " + entry.getContent())
            .collect(Collectors.joining(","));
    String head = conversation.getRequest().getRequestId() + " " + conversation.getStatus();
    return entries.isEmpty() ? head : head + " " + entries;
  }

  List<OutreachReply> replies() {
    return topology.values(REPLIES);
  }

  /** Codes of the dead letters. */
  List<String> deadLetters() {
    return topology.codes(DEAD_LETTERS);
  }

  void advance(Duration time) {
    topology.advance(time);
  }

  @Override
  public void close() {
    topology.close();
  }
}
