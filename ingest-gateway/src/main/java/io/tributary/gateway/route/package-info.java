/** Routes and what an endpoint is given. Families make routes; the HTTP server serves them. */
@NullMarked
package io.tributary.gateway.route;

import org.jspecify.annotations.NullMarked;
