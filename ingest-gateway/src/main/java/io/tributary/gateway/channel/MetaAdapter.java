package io.tributary.gateway.channel;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.route.ApiRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Meta: an HMAC over the body as it is on the wire, and a handshake by GET. */
record MetaAdapter() implements ProviderAdapter {

  /** Batches are up to 3 MB. */
  private static final int BREADTH = 4;

  private static final String SIGNATURE = "x-hub-signature-256";

  @Override
  public String provider() {
    return "meta";
  }

  @Override
  public List<String> signatureHeaders() {
    return List.of(SIGNATURE);
  }

  @Override
  public CompletableFuture<Verdict> verify(ChannelAccount account, ApiRequest request) {
    return Verdict.now(
        request
            .credentials()
            .header(SIGNATURE)
            .map(text -> new HexSignature("sha256=", text).refusal(account, request.body()))
            .orElse(Optional.of(Refusal.UNSIGNED)));
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
