package io.tributary.gateway.inbox;

/**
 * Settings as they are to be.
 *
 * @param settings an event of a command: those of a tenant, or of an inbox
 */
record IncomingSettings(String title, Object settings) {}
