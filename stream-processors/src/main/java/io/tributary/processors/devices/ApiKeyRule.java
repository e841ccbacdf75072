package io.tributary.processors.devices;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.command.Decision;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** Rules for API keys: made once, revoked for good. */
final class ApiKeyRule implements CommandRules.Rule<ApiKeyCommand, ApiKey> {

  static final String IDEMPOTENCY_KEY_REUSED = "IDEMPOTENCY_KEY_REUSED";
  static final String API_KEY_EXISTS = "API_KEY_EXISTS";
  static final String API_KEY_NOT_FOUND = "API_KEY_NOT_FOUND";

  private static final long REPEATABLE_MS = Duration.ofHours(24).toMillis();

  @Override
  public Decision<ApiKey> decide(ApiKeyCommand command, Optional<ApiKey> state, long nextRev) {
    if (command.getChange() instanceof ApiKeyCreation creation) {
      return state
          .map(known -> again(command, creation, known))
          .orElseGet(() -> new Decision.Changed<>(created(command, creation, nextRev)));
    }
    if (state.isEmpty()) {
      return new Decision.Rejected<>(API_KEY_NOT_FOUND);
    }
    if (!state.get().getIsActive()) {
      return new Decision.Unchanged<>();
    }
    ApiKey revoked = ApiKey.newBuilder(state.get()).setIsActive(false).setRev(nextRev).build();
    return new Decision.Changed<>(revoked);
  }

  /** A command that comes again is done; another request under its id is told so for a day. */
  private static Decision<ApiKey> again(
      ApiKeyCommand command, ApiKeyCreation creation, ApiKey known) {
    if (known.getIsActive() && known.getApiKeyHash().equals(creation.getApiKeyHash())) {
      return new Decision.Unchanged<>();
    }
    long age = command.getEnvelope().getAcceptedAtMs() - known.getCreatedAtMs();
    boolean repeated =
        known.getIsActive()
            && age <= REPEATABLE_MS
            && Objects.equals(known.getDescription(), creation.getDescription())
            && known.getHardwareIds().equals(creation.getHardwareIds());
    return new Decision.Rejected<>(repeated ? API_KEY_EXISTS : IDEMPOTENCY_KEY_REUSED);
  }

  /** A counted use changes every key, also a revoked one. */
  static Optional<ApiKey> used(ApiKey state, long countedAt, long rev) {
    return Optional.of(ApiKey.newBuilder(state).setLastUsedAtMs(countedAt).setRev(rev).build());
  }

  private static ApiKey created(ApiKeyCommand command, ApiKeyCreation creation, long rev) {
    return ApiKey.newBuilder()
        .setKeyId(command.getKeyId())
        .setApiKeyHash(creation.getApiKeyHash())
        .setCreatedAtMs(command.getEnvelope().getAcceptedAtMs())
        .setIsActive(true)
        .setDescription(creation.getDescription())
        .setHardwareIds(creation.getHardwareIds())
        .setRev(rev)
        .build();
  }
}
