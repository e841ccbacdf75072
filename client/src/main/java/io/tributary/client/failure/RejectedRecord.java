package io.tributary.client.failure;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record that could not be handled.
 *
 * @param attempts number of attempts before
 */
public record RejectedRecord(
    ConsumerRecord<byte[], byte[]> record, Rejection rejection, int attempts) {}
