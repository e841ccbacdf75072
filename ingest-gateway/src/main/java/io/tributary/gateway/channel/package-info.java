/**
 * The webhooks of channel providers: accounts and their secrets, one adapter for each way to sign,
 * and one route for all. It knows no family; families take what has been verified.
 */
@NullMarked
package io.tributary.gateway.channel;

import org.jspecify.annotations.NullMarked;
