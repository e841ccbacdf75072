package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.kafka.Directory;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.Sha256;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** API keys by id and by hash. */
public final class ApiKeyDirectory {

  private final List<Secret> peppers;
  private final Directory<String, ApiKey, ApiKey> directory;
  private final Map<String, ApiKey> byHash = new ConcurrentHashMap<>();

  /**
   * A directory.
   *
   * @param peppers of stored hashes; the first one is for new keys
   */
  public ApiKeyDirectory(List<Secret> peppers, Directory.Source source) {
    this.peppers = List.copyOf(peppers);
    this.directory =
        new Directory<>(
            DevicesTopics.API_KEYS,
            source,
            ApiKey::getKeyId,
            Function.identity(),
            ApiKey::getRev,
            this::index);
  }

  /** Lower-case hex of SHA-256 over pepper and raw key in UTF-8. */
  String hash(String rawKey) {
    return hash(peppers.get(0), rawKey);
  }

  private static String hash(Secret pepper, String rawKey) {
    return Sha256.hex(pepper.reveal() + rawKey);
  }

  Optional<ApiKey> findByText(String rawKey) {
    return peppers.stream()
        .flatMap(pepper -> Stream.ofNullable(byHash.get(hash(pepper, rawKey))))
        .findFirst();
  }

  Optional<ApiKey> find(String keyId) {
    return directory.find(keyId);
  }

  Stream<ApiKey> all() {
    return directory.values();
  }

  /** True while every change older than two seconds is seen. */
  boolean isCurrent() {
    return directory.isCurrent();
  }

  /** Done once every change up to now is seen; fails after a second. */
  CompletableFuture<Void> catchUp() {
    return directory.catchUp();
  }

  CompletableFuture<ApiKey> visible(String keyId, long rev, Deadline deadline) {
    return directory.visible(keyId, rev, deadline);
  }

  private void index(@Nullable ApiKey before, @Nullable ApiKey after) {
    if (after != null) {
      byHash.put(after.getApiKeyHash(), after);
    }
    if (before != null
        && (after == null || !before.getApiKeyHash().equals(after.getApiKeyHash()))) {
      byHash.remove(before.getApiKeyHash());
    }
  }
}
