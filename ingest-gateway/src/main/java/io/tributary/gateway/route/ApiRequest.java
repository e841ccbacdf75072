package io.tributary.gateway.route;

import io.tributary.gateway.admission.Caller;
import io.tributary.runtime.lifecycle.Deadline;
import java.util.Map;
import java.util.Optional;

/**
 * What an endpoint is given: an admitted request, read whole.
 *
 * @param id names the request in answers, logs and records
 * @param caller whom the gate admitted
 * @param path values of the path's variables, decoded
 * @param query first value of each query parameter, decoded
 * @param idempotencyKey the header of that name
 * @param body the raw bytes; nobody changes them
 * @param deadline when the answer must be out
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are read once and requests never compared
public record ApiRequest(
    String id,
    Caller caller,
    Map<String, String> path,
    Map<String, String> query,
    Optional<String> idempotencyKey,
    byte[] body,
    TraceContext trace,
    Deadline deadline) {}
