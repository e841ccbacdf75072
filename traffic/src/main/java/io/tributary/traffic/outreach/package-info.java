/** Model of the outreach family: conversations that companies begin, and replies to them. */
@NullMarked
package io.tributary.traffic.outreach;

import org.jspecify.annotations.NullMarked;
