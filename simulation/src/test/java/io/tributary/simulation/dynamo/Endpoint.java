package io.tributary.simulation.dynamo;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A database under test.
 *
 * @param expiry removes what has expired, where the database waits to be told
 */
record Endpoint(DynamoDbClient client, DynamoDbStreamsClient streams, Runnable expiry) {}
