/**
 * What the HTTP gateway carries, beside the same server that answers at once and beside a bare
 * producer.
 */
@NullMarked
package io.tributary.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
