package io.tributary.e2e.outreach;

import io.tributary.e2e.Losses;
import io.tributary.e2e.ModelLoad;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import io.tributary.traffic.outreach.OutreachModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Conversations with recipients on three channels. */
public final class OutreachLoad extends ModelLoad {

  private static final Set<String> EVERYTHING =
      Set.of(
          "conversations",
          "updates",
          "replies to human",
          "replies to assistant",
          "repeated requests",
          "repeated updates",
          "repeated replies",
          "CONVERSATION_NOT_FOUND",
          "ILLEGAL_TRANSITION",
          "MALFORMED");
  private static final int CONVERSATIONS = 50;
  private static final int REPLIES = 8;
  private static final String COMPANY = "+447700900999";

  private final AvroFiles avro = new AvroFiles();

  public OutreachLoad(Deeds deeds, Random random) {
    super(new OutreachModel(), EVERYTHING, deeds, random);
  }

  @Override
  public List<String> tables() {
    return List.of(OutreachItems.TABLE);
  }

  @Override
  public Set<String> facts() {
    return Set.of(OutreachFacts.EVENTS);
  }

  @Override
  public Folded changeOften(Topics topics) {
    int before = topics.read(OutreachFacts.CONVERSATIONS).size();
    OutreachFacts facts = new OutreachFacts(avro);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    Instant now = Instant.now();
    for (int reply = 0; reply <= REPLIES; reply++) {
      for (int i = 0; i < CONVERSATIONS; i++) {
        String recipient = "+44770091" + (1000 + i);
        records.add(
            facts.record(
                recipient,
                now.plusMillis(reply),
                reply == 0
                    ? facts.request("asleep", "WHATSAPP", recipient, COMPANY, Map.of())
                    : facts.reply(
                        "twilio-whatsapp",
                        recipient,
                        COMPANY,
                        "SMasleep" + i + "-" + reply,
                        "text " + reply)));
      }
    }
    topics.appendAll(records);
    return new Folded(OutreachFacts.CONVERSATIONS, before + records.size());
  }

  @Override
  public int lose(Tables tables, Random random) {
    return Losses.ofTable(
        tables, OutreachItems.TABLE, random, "primary_channel", "conversation_id");
  }
}
