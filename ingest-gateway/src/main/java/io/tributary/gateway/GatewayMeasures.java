package io.tributary.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.admission.ServiceTokenFile;
import io.tributary.gateway.channel.ChannelMeasures;
import io.tributary.gateway.channel.Channels;
import io.tributary.gateway.devices.DevicesMeasures;
import io.tributary.gateway.http.HttpMeasures;
import io.tributary.gateway.publish.KafkaPublisher;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Family;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The gateway's meters. */
final class GatewayMeasures implements HttpMeasures, DevicesMeasures, ChannelMeasures {

  private static final int MOST_ENDINGS = 100;
  private static final String OTHER = "other";
  private static final Pattern API = Pattern.compile("/v1/([a-z]+)/.*");

  private final Meters meters;
  private final Counter accepted;
  private final Counter repeated;
  private final IntConsumer unknownOfDevices;

  /** Held here: a look-up in the registry costs more than counting. */
  private final Map<Ending, Ended> endings = new ConcurrentHashMap<>();

  private record Ending(String route, String status) {}

  private record Ended(Counter count, Timer time) {}

  GatewayMeasures(Meters meters, ByteBudget budget) {
    this.meters = meters;
    this.accepted = meters.counter(GatewayMeter.READINGS_ACCEPTED);
    this.repeated = meters.counter(GatewayMeter.BATCH_IDS_REPEATED);
    this.unknownOfDevices = unknownMembers(Family.DEVICES);
    meters.gauge(GatewayMeter.INFLIGHT_BYTES, budget::used);
  }

  Counter undecodable() {
    return meters.counter(GatewayMeter.DIRECTORY_UNDECODABLE);
  }

  IntConsumer unknownMembers(Family family) {
    return meters.counter(GatewayMeter.UNKNOWN_MEMBERS, family.label())::increment;
  }

  void show(ServiceTokenFile tokens) {
    meters.gauge(GatewayMeter.SERVICE_TOKENS_STALE, () -> tokens.isBroken() ? 1 : 0);
  }

  void show(Channels channels) {
    meters.gauge(GatewayMeter.CHANNEL_ACCOUNTS_STALE, () -> channels.accounts().isBroken() ? 1 : 0);
    meters.gauge(GatewayMeter.CHANNEL_ACCOUNTS_WITHOUT_SECRET, channels::accountsWithoutSecret);
  }

  @Override
  public void verified(String provider) {
    meters.counter(GatewayMeter.CHANNEL_REQUESTS_VERIFIED, provider).increment();
  }

  @Override
  public void refused(String provider, String reason) {
    meters.counter(GatewayMeter.CHANNEL_REQUESTS_REFUSED, provider, reason).increment();
  }

  @Override
  public void ignored(String provider, String kind, int events) {
    meters.counter(GatewayMeter.CHANNEL_EVENTS_IGNORED, provider, kind).increment(events);
  }

  @Override
  public void malformed(String provider, int events) {
    meters.counter(GatewayMeter.CHANNEL_EVENTS_MALFORMED, provider).increment(events);
  }

  KafkaPublisher.Measures publishing() {
    return new KafkaPublisher.Measures(
        meters.counter(GatewayMeter.RECORDS_ACKNOWLEDGED),
        meters.counter(GatewayMeter.RECORDS_UNCONFIRMED),
        meters.timer(GatewayMeter.PUBLISH));
  }

  @Override
  public void ended(String route, String status, long nanos) {
    Ended ended = endings.computeIfAbsent(new Ending(route, status), this::meters);
    ended.count().increment();
    ended.time().record(nanos, TimeUnit.NANOSECONDS);
  }

  private Ended meters(Ending ending) {
    String route = endings.size() < MOST_ENDINGS ? ending.route() : OTHER;
    Matcher api = API.matcher(ending.route());
    return new Ended(
        meters.counter(GatewayMeter.REQUESTS, route, ending.status()),
        meters.timer(GatewayMeter.REQUEST_TIME, api.matches() ? api.group(1) : OTHER));
  }

  @Override
  public void accepted(int readings) {
    accepted.increment(readings);
  }

  @Override
  public void repeated(int ids) {
    repeated.increment(ids);
  }

  @Override
  public void unknownMembers(int members) {
    unknownOfDevices.accept(members);
  }
}
