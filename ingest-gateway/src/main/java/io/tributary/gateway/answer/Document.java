package io.tributary.gateway.answer;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A file that is in memory for as long as it is served, so that an answer needs none of its own.
 *
 * @param contentType empty if there is no content
 * @param content direct, and from its position to its limit; nobody changes it
 */
public record Document(
    int status, String contentType, ByteBuffer content, Map<String, String> headers)
    implements Reply {}
