package io.tributary.gateway.devices;

import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRenaming;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.family.RouteBuilder;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.CommandSender;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.route.PathRule;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** {@code PUT /v1/admin/devices/{hardware_id}}: names a device. */
final class DeviceAdminRoutes {

  private static final String DEVICE = "/v1/admin/devices/{hardware_id}";
  private static final String HARDWARE_ID = "hardware_id";
  private static final String NAME = "friendly_name";
  private static final TextRule NEW_NAME =
      RecordRule.of(DeviceRenaming.getClassSchema()).text(NAME);
  private static final Problem UNKNOWN =
      Problem.of(ErrorCode.DEVICE_NOT_FOUND, "there is no device of that hardware_id");

  private final CommandSender<String, DeviceCommand> commands;

  DeviceAdminRoutes(DeviceDirectory devices, CommandGateway gateway) {
    this.commands =
        new CommandSender<>(
            gateway, DevicesTopics.DEVICE_COMMANDS, devices::visible, List.of(UNKNOWN));
  }

  HttpRoute rename(RouteBuilder operators) {
    return operators
        .json("PUT", DEVICE, DeviceAdminRoutes::name, this::rename)
        .with(PathRule.of(HARDWARE_ID, KeyPart.HARDWARE_ID, UNKNOWN));
  }

  /** Reads the new name, which must be given; null clears it. */
  private static Optional<String> name(RequestObject body) {
    return body.nullableText(NAME, NEW_NAME);
  }

  private CompletableFuture<Reply> rename(ApiRequest request, Optional<String> name) {
    String hardwareId = request.path().getOrDefault(HARDWARE_ID, "");
    DeviceRenaming renaming = new DeviceRenaming(name.orElse(null));
    return commands.send(
        request,
        hardwareId,
        envelope -> new DeviceCommand(envelope, hardwareId, renaming),
        (envelope, made) -> renamed(hardwareId, name));
  }

  /** The answer to a new name. */
  private record Renamed(String message, String hardwareId, @Nullable String friendlyName) {}

  private static Reply renamed(String hardwareId, Optional<String> name) {
    String done = name.isPresent() ? "The device has a new name." : "The device has no name now.";
    return Answer.json(new Renamed(done, hardwareId, name.orElse(null)));
  }
}
