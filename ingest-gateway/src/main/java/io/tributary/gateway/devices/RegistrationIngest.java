package io.tributary.gateway.devices;

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

  /** The answer to a registration. */
  private record Registered(
      String status, String confirmationId, String hardwareId, String registeredAt) {}

  private static Reply registered(DeviceCommand.Builder command) {
    return Answer.json(
        new Registered(
            "registered",
            ((DeviceRegistration) command.getChange()).getConfirmationId(),
            command.getHardwareId(),
            Timestamps.format(command.getEnvelope().getAcceptedAtMs())));
  }
}
