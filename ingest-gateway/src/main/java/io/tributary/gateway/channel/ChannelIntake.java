package io.tributary.gateway.channel;

import io.tributary.gateway.answer.Reply;
import java.util.concurrent.CompletableFuture;

/** A family's handling of provider messages. */
@FunctionalInterface
public interface ChannelIntake {

  /**
   * Takes what a verified request tells, without blocking. The reply is the delivery's success once
   * all of it is durable, whoever it is for, also what cannot be read; anything else makes the
   * provider come again.
   */
  CompletableFuture<Reply> take(ChannelDelivery delivery);
}
