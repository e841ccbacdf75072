package io.tributary.sink.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RelayHealthTest {

  private final RelayRig rig = new RelayRig();

  RelayHealthTest() throws IOException {}

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void shouldAlarmWhenTwelveHoursBehindAndNotBefore() {
    rig.stream.recordsPerPage = 1;
    rig.stream.shard("s1", null);
    long day = RelayRig.START;
    rig.stream.expired("s1", "t#acmeU#a#DEFAULT", "m#07AEH01R0B8C30001", day);
    rig.stream.expired("s1", "t#acmeU#a#DEFAULT", "m#07AEH01R0B8C30002", day + 3600);
    rig.skip(Duration.ofMinutes(12 * 60 + 30));
    RelayRig.Member member = rig.member();

    member.runOnce();
    assertThat(member.health()).containsExactly("relay_behind");
    member.runOnce();
    assertThat(member.health()).isEmpty();
    rig.rounds(member, 5);
    assertThat(rig.meters.scrape()).contains("tributary_sink_relay_behind{table=\"inbox\"} 0.0");
  }

  @Test
  void shouldCountFromCommitsWhileTheStreamIsUnreadable() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.rounds(rig.member(), 1);
    rig.skip(Duration.ofHours(13));
    rig.stream.refuse("DescribeTable", 500, "InternalServerError", 100);
    RelayRig.Member member = rig.rounds(rig.member(), 2);
    assertThat(member.health()).containsExactly("relay_behind");

    rig.skip(Duration.ofSeconds(31));
    member.runOnce();
    assertThat(member.health()).containsExactly("stream_unavailable", "relay_behind");
  }

  @Test
  void shouldWaitForAStream() {
    rig.stream.replace(null);
    RelayRig.Member member = rig.rounds(rig.member(), 2);
    assertThat(member.health()).containsExactly("stream_missing");
    rig.stream.replace("arn:aws:dynamodb:us-east-1:1:table/inbox/stream/2");
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.skip(Duration.ofSeconds(11));

    rig.rounds(member, 3);

    assertThat(member.health()).isEmpty();
    assertThat(rig.expiries()).containsExactly("a/0001");
  }

  @Test
  void shouldReadTheRestOfADisabledStream() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.stream.status = "DISABLED";

    RelayRig.Member member = rig.rounds(rig.member(), 3);

    assertThat(rig.expiries()).containsExactly("a/0001");
    assertThat(member.health()).containsExactly("stream_missing");
  }

  @Test
  void shouldOutlastThrottlesAndReportLongOnes() {
    rig.stream.shard("s1", null);
    rig.expire("s1", "a", "0001");
    rig.stream.refuse("GetRecords", 400, "ProvisionedThroughputExceededException", 40);
    RelayRig.Member member = rig.rounds(rig.member(), 8);
    assertThat(member.health()).isEmpty();
    assertThat(rig.stream.calls("GetRecords")).isLessThan(8);

    member = rig.rounds(member, 130);
    assertThat(member.health()).containsExactly("stream_unavailable");

    member = rig.rounds(member, 800);
    assertThat(member.health()).isEmpty();
    assertThat(rig.expiries()).containsExactly("a/0001");
  }

  @Test
  void shouldCallMissingPermissionsAMisconfiguration() {
    rig.stream.shard("s1", null);
    rig.stream.refuse("GetShardIterator", 400, "AccessDeniedException", 10_000);
    RelayRig.Member member = rig.rounds(rig.member(), 130);

    assertThat(member.health()).containsExactly("stream_misconfigured");
  }

  @Test
  void shouldReadAQuietStreamEveryFiveSeconds() {
    rig.stream.shard("s1", null);
    RelayRig.Member member = rig.rounds(rig.member(), 100);
    long reads = rig.stream.calls("GetRecords");

    rig.rounds(member, 240);
    assertThat(rig.stream.calls("GetRecords") - reads).isBetween(11L, 13L);

    rig.expire("s1", "a", "0001");
    rig.rounds(member, 21);
    assertThat(rig.expiries()).containsExactly("a/0001");
  }

  @Test
  void shouldNotTakeEmptyPagesForTheEnd() {
    rig.stream.shard("s1", null);
    rig.stream.emptyPages = 2;
    rig.expire("s1", "a", "0001");
    try (UnrelayedRecords gap = rig.gap()) {
      assertThat(gap.records()).isEqualTo(1);
      rig.rounds(rig.member(), 6);
      assertThat(rig.expiries()).containsExactly("a/0001");
      assertThat(gap.records()).isZero();
      rig.stream.add("s1", "MODIFY", "t#acmeU#a#DEFAULT", "c#*", 1, "");
      assertThat(gap.records()).isEqualTo(1);
    }
  }
}
