package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.ChannelAccounts;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;

/**
 * Random webhooks of three providers, redeliveries, replies, clears, and changes of who has which
 * channel; and which of them must stand in a log because their sender was told so.
 */
final class TenantsTraffic {

  private static final List<String> TENANTS = List.of("m0", "m1", "m2");
  private static final List<String> CHANNELS =
      List.of(
          "slack/T0",
          "slack/T1",
          "telegram/" + ChannelAccounts.TELEGRAM,
          "generic/" + ChannelAccounts.GENERIC);
  private static final int CONVERSATIONS = 3;

  /** The least of a hundred chances that means a change. */
  private static final int LEAST_CHANGE = 87;

  private final Random random;
  private final List<Upload> said = new ArrayList<>();

  /** What of an upload its log has: a webhook's event, a reply's message. */
  private final Map<Upload, String> ids = new HashMap<>();

  private int count;
  private boolean calm;

  TenantsTraffic(Random random) {
    this.random = random;
  }

  /** Makes what must be there before, and says when it was made. */
  static List<Delivery> begin(TenantsApi api) throws IOException {
    List<Delivery> deliveries = new ArrayList<>();
    for (Upload upload : beginning()) {
      Instant sent = Instant.now();
      String answer = api.expect(200, upload);
      deliveries.add(new Delivery(upload, 200, answer, sent, Instant.now()));
    }
    return deliveries;
  }

  /** Every tenant, and some of the channels. */
  private static List<Upload> beginning() {
    List<Upload> uploads = new ArrayList<>();
    TENANTS.forEach(
        tenant -> uploads.add(TenantsApi.put(tenant, "", TenantsSamples.tenant("active", "{}"))));
    for (int i = 0; i < CHANNELS.size(); i++) {
      uploads.add(
          TenantsApi.put(TENANTS.get(i % TENANTS.size()), "/channels/" + CHANNELS.get(i), "{}"));
    }
    return uploads;
  }

  /** Whether nobody changes who has which channel from now on. */
  synchronized void calm(boolean now) {
    calm = now;
  }

  /** The next request; there is always one. */
  synchronized Optional<Upload> next() {
    int chance = random.nextInt(calm ? LEAST_CHANGE : 100);
    if (chance < 55) {
      return Optional.of(remember(webhook()));
    }
    if (chance < 68 && !said.isEmpty()) {
      return Optional.of(said.get(random.nextInt(said.size())));
    }
    if (chance < 82) {
      return Optional.of(remember(reply()));
    }
    return Optional.of(chance < LEAST_CHANGE ? clear() : change());
  }

  /** How many different requests there were. */
  synchronized int count() {
    return count;
  }

  /** When requests were under way: webhooks by their events, all others by method and path. */
  synchronized RequestSpans spans(Collection<Delivery> deliveries) {
    RequestSpans spans = new RequestSpans();
    for (Delivery delivery : deliveries) {
      Upload upload = delivery.upload();
      spans.add(ids.getOrDefault(upload, upload.method() + " " + upload.path()), delivery);
    }
    return spans;
  }

  /** Whatever was acknowledged stands in its log, and no message was refused. */
  synchronized void check(Collection<Delivery> deliveries, Topics topics, AvroFiles avro) {
    Set<String> logged = new HashSet<>();
    topics
        .read(TenantsFacts.WEBHOOKS)
        .forEach(
            record -> logged.add(avro.decode(record.raw().value()).get("event_id").toString()));
    topics
        .read(TenantsFacts.EVENTS)
        .forEach(
            record -> {
              GenericRecord fact = avro.decode(record.raw().value());
              GenericRecord event = (GenericRecord) fact.get("event");
              if (event.hasField("message_id")) {
                logged.add(record.key() + "#" + event.get("message_id"));
              }
            });
    for (Delivery delivery : deliveries) {
      String id = ids.get(delivery.upload());
      if (id != null) {
        assertThat(delivery.refused()).as("%s", delivery).isFalse();
        assertThat(!delivery.acknowledged() || logged.contains(id))
            .as("%s in its log", id)
            .isTrue();
      }
    }
  }

  private Upload remember(Map.Entry<String, Upload> sent) {
    ids.put(sent.getValue(), sent.getKey());
    said.add(sent.getValue());
    return sent.getValue();
  }

  private Map.Entry<String, Upload> webhook() {
    int i = ++count;
    int place = random.nextInt(CONVERSATIONS);
    // nobody ever claims the last one
    String team = "T" + random.nextInt(9) / 4;
    return switch (random.nextInt(4)) {
      case 0 ->
          Map.entry(
              "telegram:" + ChannelAccounts.TELEGRAM + ":" + i,
              TenantsSamples.telegram(i, place, "text " + i));
      case 1 ->
          Map.entry(
              "generic:" + ChannelAccounts.GENERIC + ":msg-" + i,
              TenantsSamples.generic("msg-" + i, "g" + place, "text " + i));
      default ->
          Map.entry(
              "slack:" + team + ":Ev" + i,
              TenantsSamples.slack(team, "Ev" + i, "C" + place, "text " + i));
    };
  }

  private Map.Entry<String, Upload> reply() {
    int i = ++count;
    String tenant = any(TENANTS);
    String conversation = conversation();
    String role = random.nextInt(4) == 0 ? "user" : "assistant";
    return Map.entry(
        tenant + "#" + conversation + "#answer-" + i,
        TenantsApi.post(
            tenant, conversation, TenantsSamples.message("answer-" + i, role, "reply " + i)));
  }

  private Upload clear() {
    String tenant = any(TENANTS);
    String conversation = conversation();
    if (random.nextBoolean()) {
      return TenantsApi.clear(tenant, conversation);
    }
    Upload once = TenantsApi.clear(tenant, conversation, "clear-" + ++count);
    said.add(once);
    return once;
  }

  private Upload change() {
    String tenant = any(TENANTS);
    String user = "/users/u" + random.nextInt(3);
    return switch (random.nextInt(10)) {
      case 0 -> TenantsApi.put(tenant, "", TenantsSamples.tenant("suspended", "{}"));
      case 1, 2 -> TenantsApi.put(tenant, "", TenantsSamples.tenant("active", "{}"));
      case 3 ->
          TenantsApi.put(
              tenant,
              "",
              TenantsSamples.tenant("onboarding", "{\"enabled_channels\":[\"slack\"]}"));
      case 4 -> TenantsApi.put(tenant, user, TenantsSamples.user(++count + "@x.example", "{}"));
      case 5 -> TenantsApi.delete(tenant, user);
      case 6 ->
          random.nextInt(3) == 0
              ? TenantsApi.delete(tenant, "/channels/" + any(CHANNELS))
              : TenantsApi.put(tenant, "/channels/" + any(CHANNELS), "{}");
      case 7 ->
          random.nextInt(8) == 0
              ? TenantsApi.delete(tenant, "")
              : TenantsApi.put(tenant, "", TenantsSamples.tenant("active", "{\"n\":1}"));
      default -> TenantsApi.put(tenant, "/channels/" + any(CHANNELS), "{}");
    };
  }

  private String conversation() {
    return any(List.of("slack-C", "tg-", "g")) + random.nextInt(CONVERSATIONS);
  }

  private String any(List<String> some) {
    return some.get(random.nextInt(some.size()));
  }
}
