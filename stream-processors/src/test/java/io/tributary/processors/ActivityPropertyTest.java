package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.schemas.topic.DevicesTopics.API_KEYS;
import static io.tributary.schemas.topic.DevicesTopics.API_KEY_COMMANDS;
import static io.tributary.schemas.topic.DevicesTopics.API_KEY_USES;
import static io.tributary.schemas.topic.DevicesTopics.BATCHES;
import static io.tributary.schemas.topic.DevicesTopics.DEVICES;
import static io.tributary.schemas.topic.DevicesTopics.DEVICE_COMMANDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.Device;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * However the logs of two topics interleave, a subject ends as the same, and its moments never go
 * back. Each interleaving of the same two logs is played to a subject of its own.
 */
final class ActivityPropertyTest {

  private static final int SEEDS = 25;
  private static final int INTERLEAVINGS = 6;
  private static final long NEVER = Long.MIN_VALUE;
  private static final long FIVE_MINUTES = 300_000L;

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.DEVICES);

  @Test
  void shouldEndADeviceAlikeHoweverCommandsAndBatchesInterleave() {
    Kind<Device> kind =
        new Kind<>(
            DEVICES,
            Device::getRev,
            Device::getLastSeenAtMs,
            state -> Device.newBuilder(state).setRev(0).setHardwareId("").build());
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<Long> registrations = moments(random, random.nextInt(4));
      List<Long> batches = moments(random, random.nextInt(25));
      List<Consumer<String>> commands = new ArrayList<>();
      commands.add(renaming(random));
      for (long at : registrations) {
        commands.add(registration(random, at));
        commands.add(renaming(random));
      }
      int number = seed;
      Optional<Device> end =
          new Logs(seed, commands, batches.stream().map(this::batch).toList())
              .play(kind, play -> "02:00:00:%02X:%02X:%02X".formatted(play, number >> 8, number));

      assertThat(end.map(Device::getFirstRegisteredAtMs))
          .as("seed %s", seed)
          .isEqualTo(registrations.stream().findFirst());
      assertThat(end.map(Device::getLastSeenAtMs))
          .as("seed %s", seed)
          .isEqualTo(
              registrations.stream().max(Long::compare).map(at -> Math.max(at, counted(batches))));
    }
  }

  @Test
  void shouldEndAKeyAlikeHoweverCommandsAndUsesInterleave() {
    Kind<ApiKey> kind =
        new Kind<>(
            API_KEYS,
            ApiKey::getRev,
            ActivityPropertyTest::lastUsed,
            state -> ApiKey.newBuilder(state).setRev(0).setKeyId("").build());
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<Long> uses = moments(random, random.nextInt(25));
      boolean created = random.nextInt(10) > 0;
      List<Consumer<String>> commands = new ArrayList<>();
      commands.add(this::revoke);
      if (created) {
        commands.add(this::create);
        commands.add(random.nextBoolean() ? this::revoke : this::create);
      }
      int number = seed;
      Optional<ApiKey> end =
          new Logs(seed, commands, uses.stream().map(this::use).toList())
              .play(kind, play -> "00000000-0000-4000-8%03x-%012x".formatted(play, number));

      assertThat(end.map(ActivityPropertyTest::lastUsed))
          .as("seed %s", seed)
          .isEqualTo(created ? Optional.of(counted(uses)) : Optional.empty());
    }
  }

  /** Moments of gateways' clocks: mostly a little later, at times late, rarely far off. */
  private static List<Long> moments(Random random, int count) {
    List<Long> moments = new ArrayList<>();
    long now = START.toEpochMilli();
    for (int i = 0; i < count; i++) {
      now += random.nextInt(4) == 0 ? FIVE_MINUTES : random.nextInt(240_000);
      long off =
          switch (random.nextInt(12)) {
            case 0 -> -random.nextInt(1_200_000);
            case 1 -> random.nextInt(1_200_000);
            case 2 -> -86_400_000L * random.nextInt(900);
            default -> 0;
          };
      moments.add(now + off);
    }
    return moments;
  }

  /** The model: the newest moment that counts, of moments in the order of their log. */
  private static long counted(List<Long> log) {
    long newest = NEVER;
    for (long at : log) {
      newest = newest == NEVER || at >= newest + FIVE_MINUTES ? at : newest;
    }
    return newest;
  }

  private static long lastUsed(ApiKey key) {
    Long at = key.getLastUsedAtMs();
    return at == null ? NEVER : at;
  }

  private Consumer<String> registration(Random random, long at) {
    int variant = random.nextInt(3);
    return device ->
        command(
            device,
            at,
            Facts.registration(
                "confirmation-" + variant, "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d" + variant));
  }

  private Consumer<String> renaming(Random random) {
    String name = random.nextBoolean() ? "name-" + random.nextInt(2) : null;
    return device -> command(device, START.toEpochMilli(), Facts.renaming(name));
  }

  private void command(String device, long at, SpecificRecordBase change) {
    Instant acceptedAt = Instant.ofEpochMilli(at);
    topology.send(
        DEVICE_COMMANDS, device, Facts.deviceCommand("command", device, acceptedAt, change));
  }

  private Consumer<String> batch(long at) {
    return device ->
        topology.send(BATCHES, device, Facts.batch(device, Instant.ofEpochMilli(at), "a"));
  }

  private Consumer<String> use(long at) {
    return key -> topology.send(API_KEY_USES, key, Facts.use(key, Instant.ofEpochMilli(at)));
  }

  private void create(String key) {
    topology.send(API_KEY_COMMANDS, key, Facts.creation("command", key));
  }

  private void revoke(String key) {
    topology.send(API_KEY_COMMANDS, key, Facts.revocation("command", key));
  }

  /** How to look at a kind of state; a bare one has neither revision nor name. */
  private record Kind<S extends SpecificRecordBase>(
      Topic<String, S> directory,
      ToLongFunction<S> rev,
      ToLongFunction<S> moment,
      UnaryOperator<S> bare) {

    void requireProgress(S before, S after, String where) {
      assertThat(bare.apply(after)).as("changes, %s", where).isNotEqualTo(bare.apply(before));
      assertThat(rev.applyAsLong(after)).as(where).isEqualTo(rev.applyAsLong(before) + 1);
      assertThat(moment.applyAsLong(after))
          .as("never back, %s", where)
          .isGreaterThanOrEqualTo(moment.applyAsLong(before));
    }
  }

  /** Commands and activity of one subject, each in the order of its topic. */
  private final class Logs {

    private final int seed;
    private final List<Consumer<String>> commands;
    private final List<Consumer<String>> activity;

    Logs(int seed, List<Consumer<String>> commands, List<Consumer<String>> activity) {
      this.seed = seed;
      this.commands = commands;
      this.activity = activity;
    }

    /** The one bare state that all interleavings end in. */
    <S extends SpecificRecordBase> Optional<S> play(Kind<S> kind, IntFunction<String> subjects) {
      Set<Optional<S>> ends = new HashSet<>();
      for (int play = 0; play < INTERLEAVINGS; play++) {
        ends.add(play(kind, subjects.apply(play), play).map(kind.bare()));
      }
      assertThat(ends).as("ends of seed %s", seed).hasSize(1);
      return ends.iterator().next();
    }

    private <S extends SpecificRecordBase> Optional<S> play(
        Kind<S> kind, String subject, int number) {
      String where = "seed " + seed + ", interleaving " + number;
      Optional<S> state = Optional.empty();
      long lastCounted = NEVER;
      for (Consumer<String> fact : interleaved(number)) {
        fact.accept(subject);
        for (S next : topology.values(kind.directory())) {
          state.ifPresent(before -> kind.requireProgress(before, next, where));
          state = Optional.of(next);
          if (activity.contains(fact)) {
            long counted = kind.moment().applyAsLong(next);
            assertThat(counted).as(where).isGreaterThanOrEqualTo(lastCounted + FIVE_MINUTES);
            lastCounted = counted;
          }
        }
      }
      return state;
    }

    /** The first interleaving has all commands first, the last one all activity. */
    private List<Consumer<String>> interleaved(int number) {
      Random order = new Random(31L * seed + number);
      ArrayDeque<Consumer<String>> first = new ArrayDeque<>(commands);
      ArrayDeque<Consumer<String>> second = new ArrayDeque<>(activity);
      List<Consumer<String>> facts = new ArrayList<>();
      while (!first.isEmpty() && !second.isEmpty()) {
        facts.add(order.nextInt(INTERLEAVINGS - 1) < number ? second.remove() : first.remove());
      }
      facts.addAll(first);
      facts.addAll(second);
      return facts;
    }
  }
}
