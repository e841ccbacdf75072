package io.tributary.operations.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.operations.deadletters.OpenDeadLetters;
import io.tributary.operations.drain.OffsetRange;
import io.tributary.operations.topics.TopicLoss;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.sink.table.TableReport;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

/** Each thing that can be wrong, found alone in a pipeline that is well otherwise. */
class DiagnosisTest {

  private static final String THROTTLED = "tributary_sink_retries_total{cause=\"throttled\"} ";

  private static List<Finding> findings(Snapshot now) {
    return Diagnosis.findings(new Status(Samples.atRest(), now));
  }

  @Test
  void shouldFindNothingInAPipelineAtRest() {
    assertThat(findings(Samples.later(Samples.facts(100, 100, 0, 0)))).isEmpty();
  }

  @Test
  void shouldAcceptAShrinkingLag() {
    assertThat(findings(Samples.later(Samples.facts(200, 150, 50, 59)))).isEmpty();
    assertThat(findings(Samples.later(Samples.facts(200, 100, 100, 9)))).isEmpty();
  }

  @Test
  void shouldFindAStageThatFinishesNothing() {
    assertThat(findings(Samples.later(Samples.facts(1200, 100, 1100, 10))))
        .containsExactly(
            FindingKind.STAGE_STOPPED.found(
                "stage processors does not progress: 1,100 records left, most of them in"
                    + " devices.batches, the oldest is 10 s old",
                "read the log of the processors instances"));
  }

  @Test
  void shouldNamePartitionsThatStandStillAndTheirConsumer() {
    List<TopicPartition> batches =
        IntStream.range(0, 5)
            .mapToObj(each -> new TopicPartition("devices.batches", each))
            .toList();
    Map<TopicPartition, String> holders =
        Map.of(
            batches.get(0), "killed at 10.0.0.7",
            batches.get(1), "late at 10.0.0.8",
            batches.get(2), "late at 10.0.0.8");
    Map<TopicPartition, OffsetRange> left =
        Map.of(
            batches.get(0), left(90, 4),
            batches.get(1), left(80, 4),
            batches.get(2), left(90, 4),
            batches.get(3), left(90, 5),
            batches.get(4), left(90, 2));
    Map<TopicPartition, OffsetRange> later = new HashMap<>(left);
    later.put(batches.get(1), left(85, 4));
    Snapshot before = Samples.withLeft(Samples.atRest(), left, holders);
    Snapshot now = Samples.withLeft(Samples.later(Samples.facts(200, 100, 30, 5)), later, holders);

    assertThat(Diagnosis.findings(new Status(before, now)))
        .extracting(Finding::rule, Finding::what)
        .containsExactly(
            tuple(
                FindingKind.PARTITIONS_WAIT,
                "partitions of the processors wait for killed at 10.0.0.7: devices.batches-0,"
                    + " with 10 records, the oldest is 4.0 s old"),
            tuple(
                FindingKind.PARTITIONS_WAIT,
                "partitions of the processors wait for the group to share them out:"
                    + " devices.batches-3, with 10 records, the oldest is 5.0 s old"));
  }

  private static OffsetRange left(long from, long secondsOld) {
    return new OffsetRange(from, from + 10, OptionalLong.of(Samples.NOW - 1000 * secondsOld));
  }

  @Test
  void shouldFindAStageWithoutInstances() {
    Snapshot now = Samples.later(Samples.facts(100, 100, 0, 0));

    assertThat(findings(Samples.withMembers(now, Map.of("sink", 1))))
        .containsExactly(
            FindingKind.STAGE_STOPPED.found(
                "stage processors has no instance: nothing is left, and new records are"
                    + " not processed",
                "`tributary processors` starts one"));
  }

  @Test
  void shouldFindAMissingRelay() {
    Snapshot left =
        Samples.withRelay(
            Samples.later(Samples.facts(100, 100, 0, 0)), Map.of("inbox", 12L, "other", 0L));

    assertThat(findings(left)).as("a sink is at it").isEmpty();
    assertThat(findings(Samples.withMembers(left, Map.of("processors", 2))))
        .containsExactly(
            FindingKind.STAGE_STOPPED.found(
                "stage relay has no instance, since no sink runs: 12 changes left, most of them in table inbox",
                "`tributary sink` starts one; within 24 hours, as long as streams keep them"));
  }

  @Test
  void shouldFindAStageThatIsLate() {
    assertThat(findings(Samples.later(Samples.facts(200, 150, 50, 180))))
        .extracting(Finding::rule, Finding::what)
        .containsExactly(
            tuple(
                FindingKind.STAGE_LATE,
                "stage processors is late: 50 records left, most of them in devices.batches, the"
                    + " oldest is 3 min old"));
  }

  @Test
  void shouldNameTheRemedyOfAnUnreadyInstance() {
    Snapshot now =
        Samples.with(
            Samples.atRest(),
            Samples.service(
                "sink",
                8082,
                "",
                new HealthReason("stream_missing", "inbox has no stream"),
                new HealthReason("stream_missing", "another neither")));

    assertThat(findings(now))
        .containsExactly(
            FindingKind.SERVICE_UNREADY.found(
                "sink at http://127.0.0.1:8082 is not ready: stream_missing, inbox has no stream;"
                    + " and 1 more",
                "`tributary tables create`"));
  }

  @Test
  void shouldReportOnlyNamedOrUnseenInstancesAsMissing() {
    Answered<ServiceView.Pages> none = Answered.failed("nothing listens there");
    URI url = URI.create("http://127.0.0.1:1");

    assertThat(
            findings(
                Samples.with(
                    Samples.atRest(),
                    new ServiceView(url, "sink", false, none),
                    new ServiceView(url, "gateway", false, none),
                    new ServiceView(url, "processors", true, none))))
        .extracting(Finding::what)
        .containsExactly(
            "gateway at http://127.0.0.1:1: nothing listens there",
            "processors at http://127.0.0.1:1: nothing listens there");
  }

  @Test
  void shouldFindThrottlingOfLatelyAlone() {
    ServiceView sink = Samples.service("sink", 8082, THROTTLED + "5.0");
    Snapshot before = Samples.with(Samples.atRest(), sink);
    Snapshot now = Samples.with(before, Samples.service("sink", 8082, THROTTLED + "12.0"));

    assertThat(Diagnosis.findings(new Status(before, now)))
        .extracting(Finding::what)
        .containsExactly("DynamoDB throttles: 7 failed tries since the last look");
    assertThat(Diagnosis.findings(new Status(before, before))).isEmpty();
    assertThat(Diagnosis.findings(new Status(now, before))).isEmpty();
    assertThat(Diagnosis.findings(new Status(Samples.with(before, new ServiceView[0]), now)))
        .isEmpty();
  }

  @Test
  void shouldSayWhichTablesThrottlingHoldsUp() {
    ServiceView sink = Samples.service("sink", 8082, THROTTLED + "5.0");
    Snapshot before = Samples.with(Samples.atRest(), sink);
    Snapshot now =
        Samples.with(
            Samples.later(Samples.records(200, 100, 100, 5)),
            Samples.service("sink", 8082, THROTTLED + "12.0"));

    assertThat(Diagnosis.findings(new Status(before, now)))
        .extracting(Finding::what)
        .containsExactly(
            "DynamoDB throttles: 7 failed tries since the last look; most of the rest is for"
                + " device_readings, processed_batches");
  }

  @Test
  void shouldFindCountersBelowZeroAndBrokenFiles() {
    String processors = "tributary_processors_negative_counters_total{topic=\"inbox.stats\"} 2.0";
    Snapshot now =
        Samples.with(
            Samples.atRest(),
            Samples.service("processors", 8081, processors),
            Samples.service("gateway", 8080, "tributary_gateway_service_tokens_stale 1.0"));

    assertThat(findings(now))
        .extracting(Finding::rule)
        .containsExactly(FindingKind.NEGATIVE_COUNTERS, FindingKind.GATEWAY_ALARM);
    assertThat(findings(now).get(0).what()).isEqualTo("counters fell below zero: inbox.stats 2");
  }

  @Test
  void shouldFindALateRelayByTheSinksMetrics() {
    String behind = "tributary_sink_relay_behind{table=\"inbox\"} ";

    assertThat(
            findings(
                Samples.with(Samples.atRest(), Samples.service("sink", 8082, behind + "3599"))))
        .isEmpty();
    assertThat(
            findings(
                Samples.with(Samples.atRest(), Samples.service("sink", 8082, behind + "2.5E4"))))
        .extracting(Finding::what)
        .containsExactly("the relay is 6 h behind");
  }

  @Test
  void shouldNameDeadLettersByFamilyAndCode() {
    OpenDeadLetters.OfFamily deadLetters =
        new OpenDeadLetters.OfFamily(
            Map.of("INVALID_KEY", 3L, "UNDECODABLE", 1L), Samples.NOW - 600_000);

    assertThat(
            findings(
                Samples.with(
                    Samples.atRest(),
                    new OpenDeadLetters(
                        Map.of("devices", deadLetters),
                        Map.of("NO_TENANT_MAPPING", Samples.arrivals(4, 0)),
                        Map.of("telegram/259", 4L),
                        true))))
        .containsExactly(
            FindingKind.DEAD_LETTERS.found(
                "dead letters of devices: 4, the oldest is 10 min old (INVALID_KEY 3, UNDECODABLE 1)",
                "`tributary dead-letters list --family devices` has the reasons"),
            FindingKind.CHANNELS_UNCLAIMED.found(
                "channels that no tenant claims: 1 (telegram/259, events: 4)",
                "claim it by PUT /v1/admin/tenants/TENANT_ID/channels/telegram/259, then `tributary"
                    + " dead-letters redrive --code NO_TENANT_MAPPING`; if it is not yours,"
                    + " `tributary dead-letters discard --code NO_TENANT_MAPPING --yes`"));
  }

  @Test
  void shouldFindARiseOfRefusedEvents() {
    for (var quiet : List.of(Samples.arrivals(10, 0), Samples.arrivals(12, 48))) {
      assertThat(findings(withRefused(quiet))).isEmpty();
    }
    assertThat(findings(withRefused(Samples.arrivals(13, 48))))
        .containsExactly(
            FindingKind.REFUSALS_RISEN.found(
                "refused channel events: CONVERSATION_NOT_FOUND 13 in the last hour, 4.0 an hour the"
                    + " day before",
                "`tributary dead-letters list --code CONVERSATION_NOT_FOUND`; if a provider names"
                    + " senders or channels otherwise than before, mend that, then `tributary"
                    + " dead-letters redrive --code CONVERSATION_NOT_FOUND`"));
  }

  private static Snapshot withRefused(OpenDeadLetters.Arrivals arrivals) {
    return Samples.with(
        Samples.atRest(),
        new OpenDeadLetters(Map.of(), Map.of("CONVERSATION_NOT_FOUND", arrivals), Map.of(), true));
  }

  @Test
  void shouldFindDriftOfTheCluster() {
    ClusterView broken =
        new ClusterView(
            2,
            2,
            List.of("a", "b"),
            List.of(
                new TopicLoss(DevicesTopics.API_KEYS, TopicIds.Loss.anew("t.keys", id(1), id(2))),
                new TopicLoss(DevicesTopics.READINGS, TopicIds.Loss.anew("r", id(1), id(2)))),
            List.of(),
            Map.of(),
            List.of(),
            List.of("devices.batches-0"),
            List.of("devices.batches-1"),
            List.of(Samples.facts(1, 1, 0, 0)),
            Map.of(),
            Map.of(),
            Map.of("processors", 2, "sink", 1),
            Map.of(),
            Map.of(),
            Optional.empty());

    assertThat(findings(Samples.with(Samples.atRest(), Answered.of(broken))))
        .extracting(Finding::what, finding -> finding.remedy().replaceFirst("[;:].*", ""))
        .containsExactly(
            tuple(
                "missing topics: 2 (a, b)",
                "`tributary topics create`, which prints the way on for each that was there before"),
            tuple(
                "topic t.keys was made anew: its id is AAAAAAAAAAAAAAAAAAAAAg, and was AAAAAAAAAAAAAAAAAAAAAQ",
                "end the processors, `tributary topics restore devices.api-keys`, start them again"),
            tuple(
                "topic r was made anew: its id is AAAAAAAAAAAAAAAAAAAAAg, and was AAAAAAAAAAAAAAAAAAAAAQ",
                "rebuild from facts"),
            tuple(
                "partitions without a leader: 1 (devices.batches-0)",
                "bring back the brokers that hold them"),
            tuple(
                "partitions with replicas out of sync: 1 (devices.batches-1)",
                "bring back the brokers that are away"));
  }

  private static Uuid id(long number) {
    return new Uuid(0, number);
  }

  @Test
  void shouldReportACauseWithoutItsConsequences() {
    ServiceView sink =
        Samples.service(
            "sink",
            8082,
            "tributary_sink_retries_total{cause=\"unavailable\"} 5.0",
            new HealthReason("dynamodb_unavailable", "no write for 5 s"));
    Snapshot before =
        Samples.with(Samples.atRest(), Samples.service("sink", 8082, "tributary_sink_up 1"));
    Snapshot now = Samples.with(Samples.later(Samples.records(200, 90, 110, 20)), sink);

    assertThat(Diagnosis.findings(new Status(before, now)))
        .extracting(Finding::rule)
        .containsExactly(
            FindingKind.SERVICE_UNREADY, FindingKind.STAGE_STOPPED, FindingKind.WRITES_FAIL);
    assertThat(
            Diagnosis.findings(
                new Status(before, Samples.withTables(now, Answered.failed("no answer")))))
        .extracting(Finding::rule)
        .containsExactly(FindingKind.DYNAMODB_UNREACHABLE);
  }

  @Test
  void shouldNotTakeOneCauseForAnother() {
    Answered<TableReport> lost =
        Answered.of(
            new TableReport(9, List.of("inbox"), List.of("inbox does not exist"), List.of()));
    Snapshot idle = Samples.later(Samples.facts(100, 100, 0, 0));

    assertThat(findings(Samples.withTables(Samples.withMembers(idle, Map.of("sink", 1)), lost)))
        .as("no processors run, and a table is lost")
        .extracting(Finding::rule)
        .containsExactly(FindingKind.TABLES_MISSING, FindingKind.STAGE_STOPPED);
    assertThat(
            findings(Samples.withTables(Samples.later(Samples.facts(1200, 100, 1100, 10)), lost)))
        .as("processors stand, and a table is lost")
        .extracting(Finding::rule)
        .containsExactly(FindingKind.TABLES_MISSING, FindingKind.STAGE_STOPPED);
  }

  @Test
  void shouldNameTheRoleOfADeadInstanceAndItsBacklog() {
    URI url = URI.create("http://127.0.0.1:1");
    ServiceView dead =
        new ServiceView(url, ServiceView.UNKNOWN, true, Answered.failed("nothing listens there"));
    List<ServiceView> services =
        ServiceView.withRoles(
            List.of(Samples.service("gateway", 8080, ""), dead, Samples.service("sink", 8082, "")));
    Snapshot now =
        Samples.with(
            Samples.later(Samples.facts(1200, 100, 1100, 10)),
            services.toArray(ServiceView[]::new));

    assertThat(findings(now))
        .containsExactly(
            FindingKind.SERVICE_UNREACHABLE.found(
                "processors at http://127.0.0.1:1: nothing listens there; 1,100 records left, most"
                    + " of them in devices.batches, the oldest is 10 s old",
                "start it, after the end of one that hangs: `tributary processors`; or name its"
                    + " address by --services"));
  }

  @Test
  void shouldTakeTheLossOfAllTablesForAWrongPlace() {
    List<String> all = List.of("inbox", "history");
    TableReport report =
        new TableReport(
            2, all, all.stream().map(name -> name + " does not exist").toList(), List.of());

    assertThat(findings(Samples.withTables(Samples.atRest(), Answered.of(report))))
        .extracting(Finding::remedy)
        .allMatch(remedy -> remedy.startsWith("correct these settings"));
  }

  @Test
  void shouldSayThatTheServersAreAway() {
    Snapshot away =
        Samples.withTables(
            Samples.with(
                Samples.atRest(), Answered.<ClusterView>failed("no Kafka broker answers at x:1")),
            Answered.<TableReport>failed("no DynamoDB"));

    assertThat(findings(away))
        .extracting(Finding::rule)
        .containsExactly(FindingKind.KAFKA_UNREACHABLE, FindingKind.DYNAMODB_UNREACHABLE);
  }

  @Test
  void shouldAdviseAReplayWhereATableIsGoneAndACheckWhereItDiffers() {
    TableReport report =
        new TableReport(
            9,
            List.of("inbox", "history"),
            List.of(
                "table inbox does not exist",
                "table history does not exist",
                "table devices has no stream"),
            List.of());

    assertThat(findings(Samples.withTables(Samples.atRest(), Answered.of(report))))
        .containsExactly(
            FindingKind.TABLES_MISSING.found(
                "tables that do not exist: inbox, history",
                "`tributary replay run --tables inbox,history` makes and fills them; `tributary"
                    + " tables create` leaves them empty"),
            FindingKind.TABLE_DRIFT.found(
                "tables that differ from their definitions: 1 (table devices has no stream)"));
  }
}
