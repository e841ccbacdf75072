package io.tributary.sink.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which records of a stream become facts, in which order, as its shards split and go. */
final class RelayLineageTest {

  private final RelayRig rig = new RelayRig();

  RelayLineageTest() throws IOException {}

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void shouldRelayOnlyExpiredItemsAndCountTheRest() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "u-1", "D5EF");
    rig.stream.add("s1", "REMOVE", "t#acmeU#u-1#DEFAULT", "m#07AEH01R0B8C3D5E1", 1, "");
    rig.stream.add("s1", "REMOVE", "t#acmeU#u-1#DEFAULT", "m#07AEH01R0B8C3D5E2", 1, "Service/x");
    rig.stream.add("s1", "MODIFY", "t#acmeU#u-1#DEFAULT", "c#*", 1, "");
    rig.stream.expired("s1", "t#acmeU#u-1#DEFAULT", "c#*", 1);
    rig.stream.expired("s1", "t#acmeU#u-1#DEFAULT#m", "07AEH01R0B8C3D5E3", 1);
    rig.stream.expired("s1", "t#acmeG#$public#DEFAULT", "m#07AEH01R0B8C3D5E4", 1);

    rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("u-1/D5EF", "$public/D5E4");
    assertThat(rig.count("relayed")).isEqualTo(2);
    assertThat(rig.count("deleted")).isEqualTo(2);
    assertThat(rig.count("written")).isEqualTo(1);
    assertThat(rig.count("unknown")).isEqualTo(2);
    ProducerRecord<byte[], byte[]> first = rig.records("inbox.expiries").get(0);
    assertThat(new String(first.key(), StandardCharsets.UTF_8)).isEqualTo("t#acmeU#u-1#DEFAULT");
    assertThat(header(first, "tributary-request-id")).isEqualTo("event-1");
    // UUID of version 3 of the bytes of "event-1"
    assertThat(header(first, "tributary-fact-id"))
        .isEqualTo(UUID.nameUUIDFromBytes("event-1".getBytes(StandardCharsets.UTF_8)).toString());
  }

  @Test
  void shouldReadChildrenAfterTheirParentAndKeepEachKeysOrder() {
    rig.stream.shardsPerPage = 2;
    rig.stream.recordsPerPage = 1;
    rig.stream.shard("c2", "p");
    rig.stream.shard("g1", "c1");
    rig.stream.shard("c1", "p");
    rig.stream.shard("p", null);
    rig.expire("g1", "a", "0005");
    rig.expire("c1", "a", "0003");
    rig.expire("c1", "a", "0004");
    rig.expire("c2", "b", "0003");
    rig.expire("p", "a", "0001");
    rig.expire("p", "b", "0001");
    rig.expire("p", "a", "0002");
    rig.stream.close("p");
    rig.stream.close("c1");

    rig.rounds(rig.member(), 25);

    assertThat(rig.expiries())
        .containsExactlyInAnyOrder(
            "a/0001", "b/0001", "a/0002", "a/0003", "a/0004", "b/0003", "a/0005");
    assertThat(rig.expiries().stream().filter(each -> each.startsWith("a")))
        .containsExactly("a/0001", "a/0002", "a/0003", "a/0004", "a/0005");
    assertThat(rig.expiries().stream().filter(each -> each.startsWith("b")))
        .containsExactly("b/0001", "b/0003");
    assertThat(rig.positions())
        .containsEntry("p", true)
        .containsEntry("c1", true)
        .containsEntry("c2", false);
  }

  @Test
  void shouldReadChildrenOfAnUnknownParent() {
    rig.stream.shard("c", "trimmed long ago");
    rig.expire("c", "a", "0001");

    rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("a/0001");
    assertThat(rig.gaps()).isZero();
  }

  @Test
  void shouldContinueInTheChildrenOfALostParent() {
    rig.stream.shard("p", null);
    rig.expire("p", "a", "0001");
    rig.rounds(rig.member(), 3);
    rig.stream.shard("c", "p");
    rig.expire("c", "a", "0003");
    rig.stream.unlist("p", true);
    rig.skip(Duration.ofHours(25));

    rig.rounds(rig.member(), 12);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0003");
    assertThat(rig.positions()).containsOnlyKeys("c");
    assertThat(rig.gaps()).isEqualTo(1);
  }

  @Test
  void shouldRenewExpiredIterators() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    RelayRig.Member member = rig.rounds(rig.member(), 3);
    rig.stream.expireIterators();
    rig.expire("s1", "a", "0002");

    rig.rounds(member, 2);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
  }

  @Test
  void shouldContinueAtTheHorizonOfATrimmedStreamAndCountTheGap() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.rounds(rig.member(), 2);
    rig.expire("s1", "a", "0002");
    rig.expire("s1", "a", "0003");
    rig.stream.trim("s1", 2);
    rig.skip(Duration.ofHours(25));

    rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0003");
    assertThat(rig.gaps()).isEqualTo(1);
  }

  @Test
  void shouldSkipRelayedRecordsBehindTheHorizon() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.rounds(rig.member(), 2);
    rig.expire("s1", "a", "0002");
    rig.stream.refuse("GetShardIterator", 400, "TrimmedDataAccessException", 1);

    rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
  }

  @Test
  void shouldNotTakeARestForAGap() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    RelayRig.Member member = rig.rounds(rig.member(), 5);
    for (int hour = 0; hour < 30; hour++) {
      rig.skip(Duration.ofHours(1));
      rig.rounds(member, 8);
    }
    rig.stream.trim("s1", 1);
    rig.expire("s1", "a", "0002");

    rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
    assertThat(rig.gaps()).isZero();
  }

  @Test
  void shouldForgetPositionsOfFinishedShardsOnceTheStreamHas() {
    rig.stream.shard("p", null);
    rig.stream.shard("c", "p");
    rig.expire("p", "a", "0001");
    rig.stream.close("p");
    RelayRig.Member member = rig.rounds(rig.member(), 12);
    rig.stream.unlist("p", false);
    rig.skip(Duration.ofSeconds(11));
    member = rig.rounds(member, 4);
    assertThat(rig.positions()).isEqualTo(Map.of("p", true, "c", false));
    rig.skip(Duration.ofHours(25));

    rig.rounds(member, 4);

    assertThat(rig.positions()).isEqualTo(Map.of("c", false));
    assertThat(rig.expiries()).containsExactly("a/0001");
  }

  @Test
  void shouldStartAfreshInAnotherStream() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    RelayRig.Member member = rig.rounds(rig.member(), 3);
    rig.stream.replace("arn:aws:dynamodb:us-east-1:1:table/inbox/stream/2");
    rig.stream.shard("n1", null);
    rig.expire("n1", "a", "0002");
    rig.skip(Duration.ofSeconds(11));

    rig.rounds(member, 6);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
    assertThat(rig.positions()).containsOnlyKeys("n1");
    assertThat(rig.gaps()).isEqualTo(1);
  }

  private static String header(ProducerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
