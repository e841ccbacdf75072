package io.tributary.sink.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.ItemRoute;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Redrives of the devices family while some of its tables are replayed. */
final class RouteTableTest {

  private final List<ItemRoute<?, ?>> all = SinkPipeline.routes(Set.of(Family.DEVICES));
  private final RouteTable readings =
      new RouteTable(
              SingleObjectFormat.ofReleases(),
              TopicNaming.PLAIN,
              all.stream()
                  .filter(route -> route.topic().name().equals("devices.readings"))
                  .toList(),
              ReplayFilter.ALL)
          .among(all, TopicNaming.PLAIN);

  @Test
  void shouldSkipRedrivesForOtherTables() {
    assertThat(readings.decode(redrive("devices.devices"))).isInstanceOf(Decoded.Nothing.class);
  }

  @Test
  void shouldRefuseRedrivesThatNoTableTakes() {
    for (String origin : List.of("devices.batches", "inbox.messages", "devices.readings")) {
      assertThat(readings.decode(redrive(origin)))
          .isInstanceOfSatisfying(
              Decoded.Unwritable.class,
              refused ->
                  assertThat(refused.failure().code()).isEqualTo(FailureCode.RECORD_UNDECODABLE));
    }
  }

  private static ConsumerRecord<byte[], byte[]> redrive(String origin) {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("devices.redrives", 0, 7, new byte[] {1}, new byte[] {1});
    RecordHeader.ORIGIN.put(record.headers(), origin + "/0/3");
    return record;
  }
}
