/**
 * Subscription to a pipeline's topics: {@link io.tributary.client.TributaryConsumer} for plain
 * Java, {@link io.tributary.client.TopicSerdes} for Kafka Streams, {@link
 * io.tributary.client.TopicDeserializer} for consumers that are configured by class name. Topics,
 * keys and value types come from the catalogue, {@link io.tributary.schemas.topic.Topics}.
 */
@NullMarked
package io.tributary.client;

import org.jspecify.annotations.NullMarked;
