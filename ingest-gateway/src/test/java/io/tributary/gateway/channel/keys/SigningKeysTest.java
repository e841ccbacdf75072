package io.tributary.gateway.channel.keys;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import io.tributary.gateway.channel.keys.SigningKeys.Found;
import io.tributary.gateway.channel.keys.SigningKeys.SigningKey;
import io.tributary.gateway.kit.TokenSigner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SigningKeysTest {

  private static RSAKey key;

  private final AtomicLong now = new AtomicLong();
  private final Deque<CompletableFuture<Map<String, SigningKey>>> asked = new ArrayDeque<>();
  private final SigningKeys keys = new SigningKeys(this::ask, now::get);

  @BeforeAll
  static void generate() throws Exception {
    key = TokenSigner.key("any");
  }

  @Test
  void shouldFetchOnceForAllWhoAskMeanwhile() {
    CompletableFuture<Found> first = keys.find("a");
    CompletableFuture<Found> second = keys.find("b");
    assertThat(asked).hasSize(1);

    answer("a");

    assertThat(first.join()).isInstanceOf(Found.Key.class);
    assertThat(second.join()).isInstanceOf(Found.None.class);
    assertThat(keys.find("a").join()).isInstanceOf(Found.Key.class);
    assertThat(asked).isEmpty();
  }

  @Test
  void shouldFetchAgainForAnUnknownKeyAfterSeconds() {
    know("a");
    pass(Duration.ofMillis(4999));
    assertThat(keys.find("b").join()).isInstanceOf(Found.None.class);

    pass(Duration.ofMillis(1));
    CompletableFuture<Found> found = keys.find("b");
    answer("a", "b");

    assertThat(found.join()).isInstanceOf(Found.Key.class);
  }

  @Test
  void shouldForgetAKeyThatIsNoLongerListedAfterADay() {
    know("a");
    pass(Duration.ofHours(23));
    assertThat(keys.find("a").join()).isInstanceOf(Found.Key.class);

    pass(Duration.ofHours(1));
    CompletableFuture<Found> found = keys.find("a");
    answer("b");

    assertThat(found.join()).isInstanceOf(Found.None.class);
  }

  @Test
  void shouldNotKnowWhileTheKeysCannotBeHadAndPauseBetweenAttempts() {
    CompletableFuture<Found> found = keys.find("a");
    fail();
    assertThat(found.join()).isInstanceOf(Found.Unknown.class);
    assertThat(keys.find("a").join()).isInstanceOf(Found.Unknown.class);
    assertThat(asked).isEmpty();

    pass(Duration.ofSeconds(5));
    CompletableFuture<Found> later = keys.find("a");
    answer("a");

    assertThat(later.join()).isInstanceOf(Found.Key.class);
  }

  @Test
  void shouldGoByTheKeysFromBeforeWhileTheyCannotBeFetched() {
    know("a");
    pass(Duration.ofDays(2));

    CompletableFuture<Found> known = keys.find("a");
    fail();

    assertThat(known.join()).isInstanceOf(Found.Key.class);
    assertThat(keys.find("a").join()).isInstanceOf(Found.Key.class);
    assertThat(keys.find("b").join()).isInstanceOf(Found.Unknown.class);
  }

  @Test
  void shouldGoByTheKeysFromBeforeWhileNoneAreListed() {
    know("a");
    pass(Duration.ofDays(2));

    CompletableFuture<Found> known = keys.find("a");
    answer();

    assertThat(known.join()).isInstanceOf(Found.Key.class);
    assertThat(keys.find("b").join()).isInstanceOf(Found.Unknown.class);
    pass(Duration.ofSeconds(5));
    CompletableFuture<Found> later = keys.find("b");
    answer("a", "b");
    assertThat(later.join()).isInstanceOf(Found.Key.class);
  }

  private CompletableFuture<Map<String, SigningKey>> ask() {
    CompletableFuture<Map<String, SigningKey>> answer = new CompletableFuture<>();
    asked.add(answer);
    return answer;
  }

  private void know(String id) {
    CompletableFuture<Found> found = keys.find(id);
    answer(id);
    assertThat(found.join()).isInstanceOf(Found.Key.class);
  }

  private void answer(String... ids) {
    Map<String, SigningKey> listed = new HashMap<>();
    for (String id : ids) {
      listed.put(id, new SigningKey(key, Set.of("msteams")));
    }
    asked.remove().complete(listed);
  }

  private void fail() {
    asked.remove().completeExceptionally(new IllegalStateException("away"));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
