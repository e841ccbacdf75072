package io.tributary.sink.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each removal is in the topic once, whatever breaks when, and whoever else relays. */
final class RelayCrashTest {

  private final RelayRig rig = new RelayRig();

  RelayCrashTest() throws IOException {}

  @AfterEach
  void close() {
    rig.close();
  }

  @ParameterizedTest
  @EnumSource(PlayedKafka.Step.class)
  void shouldNeitherLoseNorDoubleWhereverTheProducerBreaks(PlayedKafka.Step step) {
    rig.stream.recordsPerPage = 2;
    rig.stream.shard("p", null);
    rig.stream.shard("c", "p");
    for (int i = 1; i <= 4; i++) {
      rig.expire("p", "a", "000" + i);
      rig.expire("c", "a", "001" + i);
    }
    rig.stream.close("p");
    RelayRig.Member member = rig.member();
    for (int after = 0; after < 4; after++) {
      rig.kafka.breakAt(step, after);
      member = rig.rounds(member, 8);
    }

    rig.rounds(member, 12);

    assertThat(rig.expiries())
        .containsExactly(
            "a/0001", "a/0002", "a/0003", "a/0004", "a/0011", "a/0012", "a/0013", "a/0014");
    assertThat(rig.positions()).containsEntry("p", true).containsEntry("c", false);
  }

  @Test
  void shouldContinueBehindTheCommitsOfAKilledRelay() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.rounds(rig.member(), 1);
    rig.expire("s1", "a", "0002");

    rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
  }

  @Test
  void shouldSkipUnreadablePositions() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.rounds(rig.member(), 1);
    byte[] garbage = {0, 1, 2};
    byte[] key = "arn:x#s1".getBytes(StandardCharsets.UTF_8);
    rig.kafka.log.add(new ProducerRecord<>("inbox.positions", 0, null, garbage));
    rig.kafka.log.add(new ProducerRecord<>("inbox.positions", 0, garbage, garbage));
    rig.kafka.log.add(new ProducerRecord<>("inbox.positions", 0, key, garbage));
    rig.expire("s1", "a", "0002");

    rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
  }

  @Test
  void shouldFenceARelayThatDoesNotKnowThatAnotherHasTakenOver() {
    rig.stream.recordsPerPage = 1;
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.expire("s1", "a", "0002");
    RelayRig.Member zombie = rig.member();
    zombie.runOnce();
    RelayRig.Member next = rig.member();
    next.runOnce();

    assertThatThrownBy(zombie::runOnce).isInstanceOf(KafkaException.class);
    rig.rounds(next, 3);
    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
  }

  @Test
  void shouldSeeTheLastCommitOfAFencedRelay() {
    rig.stream.recordsPerPage = 1;
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.expire("s1", "a", "0002");
    RelayRig.Member zombie = rig.member();
    zombie.runOnce();
    RelayRig.Member next = rig.member();
    rig.kafka.beforeFence = zombie::runOnce;

    rig.rounds(next, 4);

    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
  }

  @Test
  void shouldStopAtOnceWhenThePartitionGoes() {
    rig.stream.recordsPerPage = 1;
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.expire("s1", "a", "0002");
    RelayRig.Member member = rig.member();
    member.runOnce();
    member.consumer.revoke();

    rig.rounds(member, 4);
    assertThat(rig.expiries()).containsExactly("a/0001");
    assertThat(rig.kafka.producers.get(0).closed()).isTrue();
    assertThat(member.health()).isEmpty();

    member.consumer.assign();
    rig.rounds(member, 4);
    assertThat(rig.expiries()).containsExactly("a/0001", "a/0002");
  }

  @Test
  void shouldWriteThePositionTwiceASecondAtMostWithoutRecords() {
    rig.stream.recordsPerPage = 1;
    rig.stream.shard("s1", null);
    for (int i = 0; i < 20; i++) {
      rig.stream.add("s1", "MODIFY", "t#acmeU#a#DEFAULT", "c#*", RelayRig.START, "");
    }

    RelayRig.Member member = rig.rounds(rig.member(), 24);
    assertThat(rig.count("written")).isEqualTo(20);
    assertThat(rig.kafka.commits).isBetween(5, 12);
    int commits = rig.kafka.commits;

    rig.rounds(member, 100);
    assertThat(rig.kafka.commits).isEqualTo(commits);
    rig.skip(Duration.ofMinutes(6));
    rig.rounds(member, 8);
    assertThat(rig.kafka.commits).isEqualTo(commits + 1);
  }
}
