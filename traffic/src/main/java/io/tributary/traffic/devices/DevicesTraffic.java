package io.tributary.traffic.devices;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import io.tributary.traffic.json.JsonText;
import io.tributary.traffic.json.PlainJson;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Devices that register and send readings, and operators who name devices, make API keys and revoke
 * them. Some requests come again, whole or with new readings behind the old ones; some bear the
 * batch id of another device; some are wrong.
 */
final class DevicesTraffic implements Traffic {

  private static final int PERSISTENT = 200;
  private static final int REMEMBERED = 50;
  private static final String UNKNOWN_KEY = "0".repeat(64);

  private final RandomChoices random;
  private final RequestFactory requests;
  private final Map<String, String> admin;
  private final DevicesBodies bodies;
  private final String run;

  private final List<Sent> sent = new ArrayList<>();
  private final Set<String> registered = new HashSet<>();
  private final Map<String, Object> deviceOf = new HashMap<>();
  private final List<ApiKey> keys = new ArrayList<>();
  private final List<String> revoked = new ArrayList<>();

  /** Readings of a request, as JSON texts. */
  private record Sent(List<String> readings) {}

  private record ApiKey(String id, String secret) {}

  DevicesTraffic(long seed, String run, Credentials credentials, InstantSource clock) {
    this.random = new RandomChoices(seed);
    this.requests = new RequestFactory(run, Map.of("Content-Type", "application/json"));
    this.admin = Map.of("Authorization", "Bearer " + credentials.adminToken());
    this.bodies = new DevicesBodies(random, run, clock);
    this.run = run;
  }

  @Override
  public List<Request> preparation() {
    return List.of(newKey(), newKey());
  }

  @Override
  public Request next() {
    int kind = random.below(100);
    if (kind < 8) {
      return registration();
    }
    if (kind < 12) {
      return renaming();
    }
    if (kind < 14) {
      return newKey();
    }
    if (kind < 16) {
      return revocation();
    }
    if (kind < 26) {
      return wrong();
    }
    return kind < 40 && !sent.isEmpty() ? again() : readings();
  }

  @Override
  public void settled(Delivery delivery) {
    if (!delivery.acknowledged()) {
      return;
    }
    Object device = deviceOf.remove(RequestFactory.id(delivery.request()));
    if (device != null) {
      registered.add(device.toString());
    }
    if (delivery.request().path().equals(DevicesRequests.KEYS)) {
      Map<String, Object> answer = PlainJson.object(delivery.answer());
      keys.add(
          new ApiKey(String.valueOf(answer.get("key_id")), String.valueOf(answer.get("api_key"))));
    }
  }

  private Request newKey() {
    String description = new JsonText().text("description", "of run " + run).toString();
    return admin(
        Verdict.ACCEPTED, "POST", DevicesRequests.KEYS, random.coin() ? description : "{}");
  }

  /** Of any key but the first, so that one is always left; now and then of none. */
  private Request revocation() {
    if (keys.size() < 2 || random.oneIn(6)) {
      String path = DevicesRequests.KEYS + '/' + random.uuid();
      return admin(Verdict.EITHER, "DELETE", path, "");
    }
    ApiKey key = keys.get(1 + random.below(keys.size() - 1));
    if (!random.oneIn(4)) {
      keys.remove(key);
      revoked.add(key.secret);
    }
    return admin(Verdict.ACCEPTED, "DELETE", DevicesRequests.KEYS + '/' + key.id, "");
  }

  private Request registration() {
    String device = bodies.device();
    Request request = post(DevicesRequests.REGISTER, bodies.registration(device));
    deviceOf.put(RequestFactory.id(request), device);
    return request;
  }

  private Request renaming() {
    String device = bodies.device();
    return admin(
        registered.contains(device) ? Verdict.ACCEPTED : Verdict.EITHER,
        "PUT",
        DevicesRequests.DEVICES + device,
        "{\"friendly_name\":" + (random.oneIn(4) ? "null" : bodies.printableName()) + "}");
  }

  private Request readings() {
    List<String> readings = bodies.readings();
    remember(readings);
    return post(DevicesRequests.DATA, DevicesBodies.request(readings));
  }

  /** An earlier request, perhaps with newer readings behind its own, or one within it twice. */
  private Request again() {
    List<String> readings = new ArrayList<>(random.of(sent).readings);
    switch (random.below(4)) {
      case 0 -> readings.addAll(bodies.readings());
      case 1 -> readings.add(random.of(readings));
      default -> {}
    }
    return post(DevicesRequests.DATA, DevicesBodies.request(readings));
  }

  private void remember(List<String> readings) {
    sent.add(new Sent(readings));
    if (sent.size() > REMEMBERED) {
      sent.remove(0);
    }
  }

  private Request wrong() {
    return switch (random.below(8)) {
      case 0 ->
          withKey(
              Verdict.REFUSED,
              DevicesRequests.DATA,
              UNKNOWN_KEY,
              DevicesBodies.request(bodies.readings()));
      case 1 ->
          revoked.isEmpty()
              ? readings()
              : withKey(
                  Verdict.EITHER,
                  DevicesRequests.DATA,
                  random.of(revoked),
                  DevicesBodies.request(bodies.readings()));
      case 2 -> refused(DevicesRequests.REGISTER, bodies.wrongRegistration());
      case 3 ->
          admin(
              Verdict.REFUSED,
              "PUT",
              DevicesRequests.DEVICES + bodies.device(),
              random.of(List.of("{}", "{\"friendly_name\":\"\"}", "{\"friendly_name\":7}", "[")));
      default -> refused(DevicesRequests.DATA, bodies.wrongReadings());
    };
  }

  private Request refused(String path, String body) {
    return withKey(
        Verdict.REFUSED, path, keys.isEmpty() ? UNKNOWN_KEY : random.of(keys).secret, body);
  }

  /** The first key is never revoked; another one can be while the request is on its way. */
  private Request post(String path, String body) {
    if (keys.size() > 1 && random.oneIn(4)) {
      return withKey(Verdict.EITHER, path, random.of(keys).secret, body);
    }
    return withKey(Verdict.ACCEPTED, path, keys.isEmpty() ? UNKNOWN_KEY : keys.get(0).secret, body);
  }

  private Request withKey(Verdict verdict, String path, String key, String body) {
    return requests.request(
        verdict, "POST", path, Map.of("X-API-Key", key), body, random.oneIn(10) ? 1 : PERSISTENT);
  }

  private Request admin(Verdict verdict, String method, String path, String body) {
    return requests.request(verdict, method, path, admin, body, PERSISTENT);
  }
}
