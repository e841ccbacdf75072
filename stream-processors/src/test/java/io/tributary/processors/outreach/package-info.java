/** Tests of the outreach family's own rules. */
@NullMarked
package io.tributary.processors.outreach;

import org.jspecify.annotations.NullMarked;
