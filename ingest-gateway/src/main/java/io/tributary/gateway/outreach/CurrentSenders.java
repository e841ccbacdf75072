package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.channel.contact.ContactLog;
import io.tributary.gateway.family.CurrentDirectories;
import io.tributary.gateway.family.Redecision;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.OutreachTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds the numbers of senders again that were hidden and unknown when their reply came. */
final class CurrentSenders implements Redecision {

  private final CurrentDirectories<ContactLog> current;

  CurrentSenders(KafkaClients clients, ValueFormat format, RuntimeContext runtime) {
    current =
        new CurrentDirectories<>(
            clients, format, runtime, source -> new ContactLog(OutreachTopics.CONTACTS, source));
  }

  @Override
  public Optional<Decided> decide(String code, byte[] value) throws Exception {
    if (!code.equals(FailureCode.CONVERSATION_NOT_FOUND.name())) {
      return Optional.empty();
    }
    OutreachEvent event;
    List<ProviderMessage> messages;
    try {
      event = current.format().decode(OutreachEvent.class, value);
      messages =
          event.getEvent() instanceof ChannelReply reply
              ? Redecision.messages(reply.getProvider(), reply.getAccount(), reply.getRaw())
              : List.of();
    } catch (UndecodableException | MalformedEventException e) {
      return Optional.empty();
    }
    if (messages.size() != 1) {
      return Optional.empty();
    }
    ContactLog contacts = current.get();
    contacts.catchUp().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    List<String> others = new ArrayList<>(Recipients.of(messages.get(0), contacts));
    others.remove(event.getRecipient());
    OutreachEvent found = OutreachEvent.newBuilder(event).setOthers(others).build();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(new Decided(Optional.of(current.format().encode(found)), ""));
  }

  @Override
  public void close() {
    current.close();
  }
}
