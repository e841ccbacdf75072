/**
 * A DynamoDB in memory for the deterministic simulation: tables, conditions, transactions, expiry
 * and streams as DynamoDB has them, on the caller's thread and clock. Faults come from an {@link
 * io.tributary.simulation.dynamo.Interceptor} alone. The contract kit holds it against DynamoDB
 * Local.
 */
@NullMarked
package io.tributary.simulation.dynamo;

import org.jspecify.annotations.NullMarked;
