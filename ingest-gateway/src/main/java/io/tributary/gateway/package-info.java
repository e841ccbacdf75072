/**
 * The ingest gateway: HTTP in, facts out. {@link io.tributary.gateway.IngestPipeline} shows the
 * whole path.
 */
@NullMarked
package io.tributary.gateway;

import org.jspecify.annotations.NullMarked;
