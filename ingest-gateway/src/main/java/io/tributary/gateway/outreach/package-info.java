/** The outreach family: conversations of companies with recipients, of which applications tell. */
@NullMarked
package io.tributary.gateway.outreach;

import org.jspecify.annotations.NullMarked;
