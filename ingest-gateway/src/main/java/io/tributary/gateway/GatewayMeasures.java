package io.tributary.gateway;

import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.devices.DevicesMeasures;
import io.tributary.gateway.http.HttpMeasures;
import io.tributary.gateway.publish.KafkaPublisher;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Family;
import java.util.concurrent.TimeUnit;

/** Ties what the parts report to the gateway's meters. */
final class GatewayMeasures implements HttpMeasures, DevicesMeasures {

  private final Meters meters;

  GatewayMeasures(Meters meters, ByteBudget budget) {
    this.meters = meters;
    meters.gauge(GatewayMeter.INFLIGHT_BYTES, budget::used);
  }

  KafkaPublisher.Measures publishing() {
    return new KafkaPublisher.Measures(
        meters.counter(GatewayMeter.RECORDS_ACKNOWLEDGED),
        meters.counter(GatewayMeter.RECORDS_UNCONFIRMED),
        meters.timer(GatewayMeter.PUBLISH));
  }

  @Override
  public void ended(String route, String status, long nanos) {
    meters.timer(GatewayMeter.REQUESTS, route, status).record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void accepted(int readings) {
    meters.counter(GatewayMeter.READINGS_ACCEPTED).increment(readings);
  }

  @Override
  public void repeated(int ids) {
    meters.counter(GatewayMeter.BATCH_IDS_REPEATED).increment(ids);
  }

  @Override
  public void unknownMembers(int members) {
    meters.counter(GatewayMeter.UNKNOWN_MEMBERS, Family.DEVICES.label()).increment(members);
  }
}
