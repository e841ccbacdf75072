package io.tributary.gateway.channel;

import io.tributary.gateway.answer.Reply;
import java.util.concurrent.CompletableFuture;

/** A family's handling of provider messages. */
@FunctionalInterface
public interface ChannelIntake {

  /**
   * Takes verified messages, without blocking. The reply is the delivery's success once all is
   * durable; any other makes the provider repeat.
   */
  CompletableFuture<Reply> take(ChannelDelivery delivery);
}
