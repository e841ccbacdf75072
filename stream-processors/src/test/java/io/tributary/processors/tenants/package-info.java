/** Tests of the tenants family's own rules. */
@NullMarked
package io.tributary.processors.tenants;

import org.jspecify.annotations.NullMarked;
