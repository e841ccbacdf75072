/**
 * Records in, items out. {@link io.tributary.sink.SinkPipeline} shows the whole path; the stages
 * are packages of their own, and a family supplies only what differs.
 */
@NullMarked
package io.tributary.sink;

import org.jspecify.annotations.NullMarked;
