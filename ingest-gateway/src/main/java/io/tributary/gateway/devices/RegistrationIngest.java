package io.tributary.gateway.devices;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.answer.Timestamps;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * {@code POST /v1/devices/register}: appends the registration. Answers a moment later for a new
 * device, so that readings right behind get its name.
 */
record RegistrationIngest(FactWriter facts, DeviceDirectory devices) {

  private static final Duration COURTESY = Duration.ofSeconds(1);

  CompletableFuture<Reply> handle(ApiRequest request, DeviceCommand.Builder incoming) {
    String hardwareId = incoming.getHardwareId();
    if (!request.caller().mayActFor(hardwareId)) {
      return Problem.at(ErrorCode.FORBIDDEN, "hardware_id", DeviceRules.OF_KEY).completed();
    }
    Deadline deadline = request.deadline();
    return facts
        .write(
            request,
            DevicesTopics.DEVICE_COMMANDS,
            hardwareId,
            envelope -> incoming.setEnvelope(envelope).build(),
            envelope -> registered(incoming))
        .thenCompose(
            reply ->
                reply instanceof Problem
                    ? reply.completed()
                    : untilKnown(hardwareId, deadline).thenApply(known -> reply));
  }

  /** Done once the device is known, or after the courtesy, well before the deadline. */
  private CompletableFuture<Boolean> untilKnown(String hardwareId, Deadline deadline) {
    Deadline courtesy = deadline.atMost(deadline.remaining().dividedBy(2)).atMost(COURTESY);
    return devices.registered(hardwareId, courtesy).handle((known, late) -> late == null);
  }

  private static Reply registered(DeviceCommand.Builder command) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("status", "registered");
    body.put("confirmation_id", ((DeviceRegistration) command.getChange()).getConfirmationId());
    body.put("hardware_id", command.getHardwareId());
    body.put("registered_at", Timestamps.format(command.getEnvelope().getAcceptedAtMs()));
    return Answer.json(body.toString());
  }
}
