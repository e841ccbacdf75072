/** Tests of the model of the inbox family. */
@NullMarked
package io.tributary.traffic.inbox;

import org.jspecify.annotations.NullMarked;
