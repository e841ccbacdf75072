package io.tributary.gateway.devices;

import io.tributary.avro.devices.Capabilities;
import java.util.Optional;

/** What a device says when it registers; it keeps every rule. */
record IncomingRegistration(
    String hardwareId,
    String bootId,
    String firmwareVersion,
    Optional<String> friendlyName,
    Capabilities capabilities) {}
