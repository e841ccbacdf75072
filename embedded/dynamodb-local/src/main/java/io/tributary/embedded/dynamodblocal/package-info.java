/**
 * DynamoDB Local, run as a child process on loopback. Its own classes are reached through the
 * documented entry point by name only, never compiled against.
 */
@NullMarked
package io.tributary.embedded.dynamodblocal;

import org.jspecify.annotations.NullMarked;
