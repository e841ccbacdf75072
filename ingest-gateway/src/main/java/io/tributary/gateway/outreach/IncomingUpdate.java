package io.tributary.gateway.outreach;

/**
 * An update that keeps every rule.
 *
 * @param update one of those that facts may have
 */
record IncomingUpdate(String updateId, Object update) {}
