package io.tributary.traffic.tenants;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.channel.Providers;
import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Webhooks, redeliveries, replies, clears, and changes of tenants, users and channels, which come
 * in spells; some are to be refused.
 */
final class TenantsTraffic implements Traffic {

  private static final int TENANTS = 3;
  private static final int ATTEMPTS = 60;

  /** Of so many requests the first may be changes. */
  private static final int SPELL = 100;

  private static final int CHANGING = 45;

  /** Requests that may come again. */
  private static final int REMEMBERED = 500;

  private static final String RESTRICTED = ",\"whatsapp_restrict_to_users\":true";

  private final RandomChoices random;
  private final String run;
  private final Map<String, String> admin;
  private final Map<String, String> application;
  private final TenantsWebhooks webhooks;
  private final List<Supplier<Request>> sent = new ArrayList<>();
  private final Deque<Request> first = new ArrayDeque<>();
  private final RequestFactory factory;

  TenantsTraffic(long seed, String run, Credentials credentials, InstantSource clock) {
    this.random = new RandomChoices(seed);
    this.run = run;
    this.factory = new RequestFactory(run, Map.of());
    this.admin = json("Bearer " + credentials.adminToken());
    this.application = json("Bearer " + credentials.serviceToken());
    this.webhooks = new TenantsWebhooks(random, run, new Providers(credentials, clock));
    List<String> shared = webhooks.sharedChannels();
    for (int i = 0; i < shared.size(); i++) {
      first.add(put(tenant(i % TENANTS), "/channels/" + shared.get(i), "{}"));
    }
  }

  private static Map<String, String> json(String authorization) {
    return Map.of("Authorization", authorization, "Content-Type", "application/json");
  }

  @Override
  public List<Request> preparation() {
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < TENANTS; i++) {
      requests.add(put(tenant(i), "", tenantBody("active", i == 2 ? RESTRICTED : "")));
    }
    requests.add(put(tenant(2), "/users/u0", userBody(webhooks.sender(0))));
    List<String> own = webhooks.ownChannels();
    for (int i = 0; i < own.size(); i++) {
      requests.add(put(tenant(i % TENANTS), "/channels/" + own.get(i), "{}"));
    }
    return requests.stream().map(request -> named(Verdict.ACCEPTED, request)).toList();
  }

  @Override
  public Request next() {
    if (!first.isEmpty()) {
      return named(Verdict.EITHER, first.remove());
    }
    boolean changing = factory.count() % SPELL < CHANGING;
    int chance = random.below(100);
    if (chance < 16 && !sent.isEmpty()) {
      return named(Verdict.ACCEPTED, random.of(sent).get());
    }
    if (chance < 22) {
      return named(Verdict.REFUSED, refused());
    }
    if (chance < 38 && changing) {
      return named(Verdict.EITHER, change());
    }
    if (chance < 46) {
      return named(Verdict.ACCEPTED, clear());
    }
    boolean reply = chance < 62 || webhooks.isEmpty();
    return named(Verdict.ACCEPTED, remember(reply ? reply() : webhooks.webhook(count())));
  }

  @Override
  public void settled(Delivery delivery) {
    // no request depends on the answer to another
  }

  private Request named(Verdict verdict, Request request) {
    return factory.request(
        verdict,
        request.method(),
        request.path(),
        request.headers(),
        request.body(),
        request.attempts());
  }

  /** Number that no request before has had. */
  private int count() {
    return (int) factory.count();
  }

  private Request remember(Supplier<Request> request) {
    if (sent.size() < REMEMBERED) {
      sent.add(request);
    } else {
      sent.set(random.below(REMEMBERED), request);
    }
    return request.get();
  }

  private Supplier<Request> reply() {
    // some ids are used again, in whatever conversation, for something else
    int id = random.oneIn(10) ? random.below(count() + 1) : count();
    String role = random.oneIn(4) ? "user" : "assistant";
    Request request =
        post(
            "{\"message_id\":\"answer-"
                + id
                + "\",\"role\":\""
                + role
                + "\",\"content\":\""
                + webhooks.text("reply " + count())
                + "\"}");
    return () -> request;
  }

  private Request post(String body) {
    return new Request("POST", conversation() + "/messages", application, body, ATTEMPTS);
  }

  private String conversation() {
    return "/v1/tenants/" + anyTenant() + "/conversations/" + webhooks.conversation();
  }

  private Request clear() {
    Map<String, String> headers = new TreeMap<>(application);
    boolean once = random.coin();
    if (once) {
      headers.put("Idempotency-Key", "clear-" + count());
    }
    Request clear = new Request("DELETE", conversation(), headers, "", ATTEMPTS);
    return once ? remember(() -> clear) : clear;
  }

  private Request change() {
    String tenant = anyTenant();
    String user = "/users/u" + random.below(3);
    return switch (random.below(16)) {
      case 0 -> put(tenant, "", tenantBody("suspended", ""));
      case 1, 2 -> put(tenant, "", tenantBody("active", ""));
      case 3 ->
          put(
              tenant,
              "",
              tenantBody("onboarding", ",\"enabled_channels\":[\"slack\",\"generic\"]"));
      case 4, 5 -> put(tenant, "", tenantBody("active", RESTRICTED));
      case 6, 7 -> put(tenant, user, userBody(webhooks.sender(random.below(3))));
      case 8 -> delete(tenant, user);
      case 9 -> put(run + "-nobody", user, userBody(""));
      case 10 -> random.oneIn(4) ? delete(tenant, "") : delete(tenant, channel());
      case 11 -> put(tenant, "", "{\"name\":\"T\",\"status\":\"active\",\"settings\":{}}");
      default -> put(tenant, channel(), "{}");
    };
  }

  private String channel() {
    List<String> channels = new ArrayList<>(webhooks.ownChannels());
    channels.addAll(webhooks.sharedChannels());
    channels.add("pigeon/" + run);
    return "/channels/" + random.of(channels);
  }

  /** A request that is not to be taken, whatever is there. */
  private Request refused() {
    return switch (random.below(webhooks.isEmpty() ? 4 : 7)) {
      case 0 -> post("{\"message_id\":\"answer-" + count() + "\",\"role\":\"nobody\"}");
      case 1 -> by("Bearer wrong", post("{}"));
      case 2 -> by("Bearer wrong", put(anyTenant(), "", tenantBody("active", "")));
      case 3 -> put(anyTenant(), "", tenantBody("asleep", ""));
      case 4 -> webhooks.unreadable();
      default -> webhooks.forged(count());
    };
  }

  private static Request by(String authorization, Request request) {
    return new Request(
        request.method(), request.path(), json(authorization), request.body(), ATTEMPTS);
  }

  private Request put(String tenant, String what, String body) {
    return new Request("PUT", "/v1/admin/tenants/" + tenant + what, admin, body, ATTEMPTS);
  }

  private Request delete(String tenant, String what) {
    return new Request("DELETE", "/v1/admin/tenants/" + tenant + what, admin, "", ATTEMPTS);
  }

  private String tenantBody(String status, String settings) {
    return "{\"name\":\"Some Tenant\",\"status\":\""
        + status
        + "\",\"settings\":{\"n\":"
        + random.below(3)
        + settings
        + "}}";
  }

  private String userBody(String number) {
    return "{\"email\":\"u"
        + random.below(3)
        + "@x.example\",\"display_name\":\"Some User\",\"role\":\"member\",\"channel_identities\":{"
        + (number.isEmpty() ? "" : "\"whatsapp\":\"+" + number + "\"")
        + "}}";
  }

  private String anyTenant() {
    return tenant(random.below(TENANTS));
  }

  private String tenant(int number) {
    return run + "-m" + number;
  }
}
