package io.tributary.gateway.channel.keys;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** A response body that fails beyond a limit. */
final class BoundedBody implements BodySubscriber<byte[]> {

  private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
  private final long limit;
  private long size;
  private @Nullable Subscription subscription;

  BoundedBody(long limit) {
    this.limit = limit;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole.getBody();
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    whole.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      size += buffer.remaining();
    }
    if (size <= limit) {
      whole.onNext(buffers);
      return;
    }
    if (subscription != null) {
      subscription.cancel();
    }
    whole.onError(new IOException("more than " + limit + " bytes"));
  }

  @Override
  public void onError(Throwable failure) {
    whole.onError(failure);
  }

  @Override
  public void onComplete() {
    whole.onComplete();
  }
}
