/** Conversations with recipients, from request and reply to item. */
@NullMarked
package io.tributary.e2e.outreach;

import org.jspecify.annotations.NullMarked;
