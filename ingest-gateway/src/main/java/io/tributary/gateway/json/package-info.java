/**
 * Request bodies and files as strict JSON, read member by member under rules. Whatever breaks a
 * rule ends in one {@link io.tributary.gateway.answer.Problem}.
 */
@NullMarked
package io.tributary.gateway.json;

import org.jspecify.annotations.NullMarked;
