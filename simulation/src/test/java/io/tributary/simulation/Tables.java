package io.tributary.simulation;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The simulated DynamoDB as processes reach it: each of their requests may be their last. */
interface Tables {

  DynamoDbClient client(SimulatedProcess process);

  DynamoDbStreamsClient streams(SimulatedProcess process);
}
