package io.tributary.gateway.devices;

import io.tributary.avro.devices.Capabilities;
import java.util.Optional;

/** A valid registration. */
record IncomingRegistration(
    String hardwareId,
    String bootId,
    String firmwareVersion,
    Optional<String> friendlyName,
    Capabilities capabilities) {}
