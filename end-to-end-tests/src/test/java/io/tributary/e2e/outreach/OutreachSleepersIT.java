package io.tributary.e2e.outreach;

import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A sink that falls asleep with old states of conversations in hand. */
@Tag("storm")
final class OutreachSleepersIT {

  private static final int CONVERSATIONS = 50;
  private static final int REPLIES = 8;
  private static final String COMPANY = "+447700900999";

  @Test
  void shouldNotLetASleepingSinkTakeConversationsBack() throws Exception {
    Workplace place = Workplace.of(OutreachSleepersIT.class);
    try (SleepingSink sleeper = new SleepingSink(place);
        OutreachBench bench = new OutreachBench(place, sleeper.pipeline())) {
      bench.topics.appendAll(talks(bench.facts));
      Eventually.await("to be folded")
          .until(
              () ->
                  bench.topics.read(OutreachFacts.CONVERSATIONS).size()
                      == CONVERSATIONS * (1 + REPLIES));
      OutreachOracle oracle = bench.oracle();

      double stale = sleeper.sleepAndWake(() -> oracle.check(bench.topics, bench.tables));

      System.out.printf(
          "outreach sleepers: states=%d stale=%.0f %s%n",
          CONVERSATIONS * (1 + REPLIES), stale, place.deeds());
    }
  }

  private static List<ProducerRecord<byte[], byte[]>> talks(OutreachFacts facts) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    Instant now = Instant.now();
    for (int reply = 0; reply <= REPLIES; reply++) {
      for (int i = 0; i < CONVERSATIONS; i++) {
        String recipient = "+44770090" + (1000 + i);
        records.add(
            facts.record(
                recipient,
                now.plusMillis(reply),
                reply == 0
                    ? facts.request("r", "WHATSAPP", recipient, COMPANY, Map.of())
                    : facts.reply(
                        "twilio-whatsapp",
                        recipient,
                        COMPANY,
                        "SM" + i + "-" + reply,
                        "text " + reply)));
      }
    }
    return records;
  }
}
