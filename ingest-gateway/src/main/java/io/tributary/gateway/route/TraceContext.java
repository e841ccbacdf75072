package io.tributary.gateway.route;

import java.util.Optional;

/** W3C trace context of a request, handed on as it came. */
public record TraceContext(Optional<String> parent, Optional<String> state) {}
