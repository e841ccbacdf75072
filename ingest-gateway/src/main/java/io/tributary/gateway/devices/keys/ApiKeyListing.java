package io.tributary.gateway.devices.keys;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.answer.Timestamps;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.route.ApiRequest;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/admin/api-keys}: pages of keys, newest first. */
final class ApiKeyListing {

  private static final int DEFAULT_LIMIT = 50;
  private static final BigInteger LARGEST_LIMIT = BigInteger.valueOf(100);

  private final ApiKeyDirectory keys;

  ApiKeyListing(ApiKeyDirectory keys) {
    this.keys = keys;
  }

  private record Page(int limit, Optional<ApiKeyCursor> after) {}

  /** A page of keys. */
  private record Listing(List<ListedKey> apiKeys, @Nullable String nextCursor) {}

  private record ListedKey(
      String keyId,
      String createdAt,
      @Nullable String lastUsedAt,
      @JsonProperty("is_active") boolean active,
      @Nullable String description,
      List<String> hardwareIds) {

    static ListedKey of(ApiKey key) {
      Long lastUsedAt = key.getLastUsedAtMs();
      return new ListedKey(
          key.getKeyId(),
          Timestamps.format(key.getCreatedAtMs()),
          lastUsedAt == null ? null : Timestamps.format(lastUsedAt),
          key.getIsActive(),
          key.getDescription(),
          key.getHardwareIds());
    }
  }

  CompletableFuture<Reply> handle(ApiRequest request) {
    Page page;
    try {
      page =
          new Page(
              limit(request.query().getOrDefault("limit", "")),
              Optional.ofNullable(request.query().get("cursor")).map(ApiKeyCursor::parse));
    } catch (InvalidInputException e) {
      return e.problem().completed();
    }
    // Off the directory's thread, which must not wait for the sorting
    return keys.catchUp()
        .handleAsync(
            (done, failure) ->
                failure == null
                    ? answer(page)
                    : Problem.unavailable("API keys cannot be listed right now"));
  }

  private Reply answer(Page page) {
    List<ApiKey> found =
        keys.all()
            .filter(key -> page.after().map(cursor -> isBehind(key, cursor)).orElse(true))
            .sorted(Comparator.comparing(ApiKeyCursor::of, ApiKeyCursor.ORDER))
            .limit(page.limit() + 1L)
            .toList();
    boolean more = found.size() > page.limit();
    List<ApiKey> shown = more ? found.subList(0, page.limit()) : found;
    return Answer.json(
        new Listing(
            shown.stream().map(ListedKey::of).toList(),
            more ? ApiKeyCursor.of(shown.get(shown.size() - 1)).toString() : null));
  }

  private static boolean isBehind(ApiKey key, ApiKeyCursor cursor) {
    return ApiKeyCursor.ORDER.compare(ApiKeyCursor.of(key), cursor) > 0;
  }

  /** Clamps to 1 and 100; 50 if not a number. */
  private static int limit(String text) {
    try {
      BigInteger limit = new BigInteger(text);
      return limit.max(BigInteger.ONE).min(LARGEST_LIMIT).intValue();
    } catch (NumberFormatException e) {
      return DEFAULT_LIMIT;
    }
  }
}
