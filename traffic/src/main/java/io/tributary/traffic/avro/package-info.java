/** Values of records decoded without the services' own framing code. */
@NullMarked
package io.tributary.traffic.avro;

import org.jspecify.annotations.NullMarked;
