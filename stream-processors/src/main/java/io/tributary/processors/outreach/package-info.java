/**
 * What differs for the outreach family: conversations that companies begin with recipients, what
 * assistants tell of them and what recipients reply.
 */
@NullMarked
package io.tributary.processors.outreach;

import org.jspecify.annotations.NullMarked;
