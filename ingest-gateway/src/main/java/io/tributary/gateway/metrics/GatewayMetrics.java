package io.tributary.gateway.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Family;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The gateway's meters. Counters without tags begin at 0, so that rates include the first event.
 */
public final class GatewayMetrics {

  /** Status of a request whose connection closed without an answer. */
  public static final String DROPPED = "dropped";

  /** Route of a request that matches none. */
  public static final String NO_ROUTE = "none";

  private static final int MOST_ENDINGS = 100;
  private static final int MOST_PLACES = 100;
  private static final String OTHER = "other";
  private static final Pattern API = Pattern.compile("/v1/([a-z]+)/.*");

  private final Meters meters;

  /** Held here: a look-up in the registry costs more than counting. */
  private final Map<Ending, Ended> endings = new ConcurrentHashMap<>();

  /** Counted by name. */
  private final Set<String> places = ConcurrentHashMap.newKeySet();

  private final Timer publish;
  private final Counter acknowledged;
  private final Counter unconfirmed;
  private final Counter readings;
  private final Counter repeated;

  private record Ending(String route, String status) {}

  private record Ended(Counter count, Timer time) {}

  public GatewayMetrics(Meters meters) {
    this.meters = meters;
    this.publish = meters.timer(GatewayMeter.PUBLISH);
    this.acknowledged = meters.counter(GatewayMeter.RECORDS_ACKNOWLEDGED);
    this.unconfirmed = meters.counter(GatewayMeter.RECORDS_UNCONFIRMED);
    this.readings = meters.counter(GatewayMeter.READINGS_ACCEPTED);
    this.repeated = meters.counter(GatewayMeter.BATCH_IDS_REPEATED);
  }

  public void gauge(GatewayMeter meter, Supplier<Number> value, String... tags) {
    meters.gauge(meter, value, tags);
  }

  /** Counts a record of a directory that is not believed, at topic/partition/offset. */
  public void directoryRecordSkipped(String place) {
    boolean kept = places.contains(place) || (places.size() < MOST_PLACES && places.add(place));
    count(1, GatewayMeter.DIRECTORY_RECORDS_SKIPPED, kept ? place : OTHER);
  }

  /** Unknown members of a family's requests. */
  public IntConsumer unknownMembers(Family family) {
    return meters.counter(GatewayMeter.UNKNOWN_MEMBERS, family.label())::increment;
  }

  /** Counts a refused request by its reason. */
  public void refused(String route, String status, String reason) {
    count(1, GatewayMeter.REQUESTS_REFUSED, route, status, reason);
  }

  public void channelVerified(String provider) {
    count(1, GatewayMeter.CHANNEL_REQUESTS_VERIFIED, provider);
  }

  public void channelRefused(String provider, String reason) {
    count(1, GatewayMeter.CHANNEL_REQUESTS_REFUSED, provider, reason);
  }

  /** Counts events that are not messages. */
  public void channelIgnored(String provider, String kind, int events) {
    count(events, GatewayMeter.CHANNEL_EVENTS_IGNORED, provider, kind);
  }

  public void channelMalformed(String provider, int events) {
    count(events, GatewayMeter.CHANNEL_EVENTS_MALFORMED, provider);
  }

  public void published(int records, boolean durable, long nanos) {
    publish.record(nanos, TimeUnit.NANOSECONDS);
    (durable ? acknowledged : unconfirmed).increment(records);
  }

  /**
   * Counts an answered request with readings.
   *
   * @param accepted repeats included
   * @param duplicates distinct ids answered as duplicates
   */
  public void readings(int accepted, int duplicates) {
    readings.increment(accepted);
    repeated.increment(duplicates);
  }

  /**
   * Counts a request.
   *
   * @param route path template, or {@link #NO_ROUTE}
   * @param status of the answer, or {@link #DROPPED}
   * @param nanos since its head
   */
  public void request(String route, String status, long nanos) {
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

  private void count(int amount, GatewayMeter meter, String... tags) {
    meters.counter(meter, tags).increment(amount);
  }
}
