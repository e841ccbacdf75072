package io.tributary.gateway.channel.verify;

import io.tributary.channels.Move;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.ambient.Ambient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Verifies requests of Meta: an HMAC over the raw body, and a handshake by GET. */
public record MetaAdapter(Ambient ambient) implements ProviderAdapter.Immediate {

  /** Batches are up to 3 MB. */
  private static final int BREADTH = 4;

  /** Meta repeats for 7 days. */
  private static final Duration OLDEST = Duration.ofDays(8);

  private static final String SIGNATURE = "x-hub-signature-256";

  @Override
  public List<String> signatureHeaders() {
    return List.of(SIGNATURE);
  }

  @Override
  public Optional<Refusal> refusal(ChannelAccount account, ApiRequest request) {
    return request
        .header(SIGNATURE)
        .map(text -> new HexSignature("sha256=", text).refusal(account, request.body()))
        .orElse(Optional.of(Refusal.UNSIGNED));
  }

  /** Decides by the messages' own times: Meta signs none. */
  @Override
  public boolean isStale(ProviderBatch batch) {
    long oldest = ambient.nowMillis() - OLDEST.toMillis();
    List<OptionalLong> times =
        Stream.concat(
                batch.messages().stream().map(ProviderMessage::sentAt),
                batch.moves().stream().map(Move::sentAt))
            .toList();
    return !times.isEmpty() && times.stream().allMatch(sent -> sent.orElse(oldest) < oldest);
  }

  @Override
  public boolean asksByGet() {
    return true;
  }

  @Override
  public Reply success() {
    return Answer.empty();
  }

  @Override
  public long bodyLimit(long usual) {
    return BREADTH * usual;
  }
}
