package io.tributary.gateway.channel.verify;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.json.TopLevelStrings;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.ambient.Ambient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Verifies requests of Slack: an HMAC over version, time and body. */
public record SlackAdapter(Ambient ambient) implements ProviderAdapter.Immediate {

  private static final byte[] VERSION = "v0:".getBytes(StandardCharsets.UTF_8);
  private static final byte[] COLON = ":".getBytes(StandardCharsets.UTF_8);
  private static final String SIGNATURE = "x-slack-signature";
  private static final String TIME = "x-slack-request-timestamp";
  private static final String CHALLENGE = "challenge";

  @Override
  public List<String> signatureHeaders() {
    return List.of(SIGNATURE, TIME);
  }

  @Override
  public Optional<Refusal> refusal(ChannelAccount account, ApiRequest request) {
    Optional<String> time = request.header(TIME);
    Optional<String> signature = request.header(SIGNATURE);
    if (time.isEmpty() || signature.isEmpty()) {
      return Optional.of(Refusal.UNSIGNED);
    }
    Optional<Refusal> age = SignatureAge.refusal(time.get(), ambient.nowMillis());
    byte[] signedAt = time.get().getBytes(StandardCharsets.UTF_8);
    return age.or(
        () ->
            new HexSignature("v0=", signature.get())
                .refusal(account, VERSION, signedAt, COLON, request.body()));
  }

  @Override
  public Optional<Reply> handshake(ApiRequest request) {
    Map<String, String> texts = TopLevelStrings.read(request.body(), Set.of("type", CHALLENGE));
    return "url_verification".equals(texts.get("type"))
        ? ProviderAdapter.echoChallenge(texts.get(CHALLENGE))
        : Optional.empty();
  }

  /** Slack waits three seconds. */
  @Override
  public Duration answerWithin() {
    return Duration.ofMillis(2500);
  }

  @Override
  public Reply success() {
    return Answer.empty();
  }
}
