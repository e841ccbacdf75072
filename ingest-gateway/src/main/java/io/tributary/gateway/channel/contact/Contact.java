package io.tributary.gateway.channel.contact;

/**
 * The contact of a sender.
 *
 * @param name its first identifier, which its conversation is named after
 * @param home name of the contact that the sender's id had first: its messages stay in one log,
 *     where a repeat meets its first delivery
 */
public record Contact(String name, String home) {}
