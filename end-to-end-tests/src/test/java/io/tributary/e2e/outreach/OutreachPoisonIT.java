package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import io.tributary.harness.store.Poisons;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** What nobody can process or store is set aside, and what is behind it goes on. */
@OnSharedPipeline
final class OutreachPoisonIT {

  private static final String JIM = "+447700900950";
  private static final String COMPANY = "+447700900999";
  private static final String ID = "c#p#poison#447700900950";

  private final Bench bench;
  private final OutreachApi api;
  private final AvroFiles avro = new AvroFiles();
  private final OutreachFacts facts = new OutreachFacts(avro);
  private final OutreachItems items;
  private final Poisons poisons;

  OutreachPoisonIT(Bench bench) {
    this.bench = bench;
    this.api = new OutreachApi(bench.http(), bench.pipeline().http());
    this.items = new OutreachItems(bench.tables());
    this.poisons = new Poisons(bench.topics());
  }

  @Test
  void shouldSetAsideWhatIsNone() throws Exception {
    api.begin(OutreachSamples.request("poison", "whatsapp", JIM, COMPANY, ""));
    whatsapp("SM5001", "before");
    GenericRecord good = facts.fact(JIM, Instant.now(), reply("SM5002", "poison"));
    poisons.undecodable(OutreachFacts.EVENTS, JIM, avro.encode(good));
    refused("+447700900951", good, "INVALID_KEY");
    request("poison#2", Map.of(), "INVALID_KEY");
    request("poison2", Map.of("company_sender", "447700900999"), "INVALID_KEY");
    request("poison2", Map.of("project_data", "{"), "INVALID_VALUE");
    request("poison2", Map.of("company_name", "n".repeat(41 * 1024)), "INVALID_VALUE");
    update("a#b", "Completion", Map.of(), "INVALID_KEY");
    update("u1", "InitialMessageSent", Map.of("processing_time_ms", -1L), "INVALID_VALUE");
    update(
        "u1",
        "InitialMessageSent",
        Map.of("message", facts.message("m", "x".repeat(32 * 1024 + 1))),
        "INVALID_VALUE");
    update("u1", "HandOff", Map.of("reason", "r".repeat(1025)), "INVALID_VALUE");
    for (long at : new long[] {-1, Long.MAX_VALUE}) {
      GenericRecord wrong = facts.fact(JIM, Instant.now(), reply("SM5002", "poison"));
      Fields.inner(wrong, "envelope").put("accepted_at", at);
      refused(JIM, wrong, "INVALID_VALUE");
    }
    malformedReplies();
    bench.pipeline().awaitDrained();
    poisons.unreadable(poisons.newest(OutreachFacts.CONVERSATIONS, JIM + "#" + ID));
    whatsapp("SM5003", "behind");
    bench.pipeline().awaitDrained();

    poisons.checkOwnDeadLetters(OutreachFacts.DEAD_LETTERS);
    assertThat(items.entries(JIM, ID)).containsExactly("user: before", "user: behind");
    System.out.println("outreach-poison: " + poisons.size());
  }

  private void malformedReplies() {
    for (String raw : List.of("", "{", "%zz", "From=whatsapp%3A%2B447700900950")) {
      GenericRecord spoiled = reply("SM5002", "poison");
      spoiled.put("raw", ByteBuffer.wrap(raw.getBytes(StandardCharsets.UTF_8)));
      refused(JIM, facts.fact(JIM, Instant.now(), spoiled), "MALFORMED");
    }
    GenericRecord other = reply("SM5002", "poison");
    other.put("event_id", OutreachSamples.twilioEvent("SM5009"));
    GenericRecord pigeon = reply("SM5002", "poison");
    pigeon.put("provider", "pigeon");
    GenericRecord told = reply("SM5002", "poison");
    told.put("malformed", "To must be given");
    for (GenericRecord wrong : List.of(other, pigeon, told)) {
      refused(JIM, facts.fact(JIM, Instant.now(), wrong), "MALFORMED");
    }
  }

  private void whatsapp(String sid, String text) throws Exception {
    api.deliver(OutreachSamples.twilio("twilio-whatsapp", JIM, COMPANY, sid, text));
  }

  private GenericRecord reply(String sid, String text) {
    return facts.reply("twilio-whatsapp", JIM, COMPANY, sid, text);
  }

  private void request(String id, Map<String, Object> more, String code) {
    GenericRecord request = facts.request(id, "WHATSAPP", JIM, COMPANY, more);
    refused(JIM, facts.fact(JIM, Instant.now(), request), code);
  }

  private void update(String id, String kind, Map<String, Object> fields, String code) {
    refused(JIM, facts.fact(JIM, Instant.now(), facts.update(ID, id, kind, fields)), code);
  }

  private void refused(String key, GenericRecord fact, String code) {
    poisons.append(facts.record(key, fact), "process", code);
  }
}
