/**
 * The HTTP server: the only package that knows Vert.x. It reads requests within their limits and
 * deadlines and writes every answer.
 */
@NullMarked
package io.tributary.gateway.http;

import org.jspecify.annotations.NullMarked;
