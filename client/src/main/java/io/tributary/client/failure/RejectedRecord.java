package io.tributary.client.failure;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record that could not be handled.
 *
 * @param record as it came
 * @param rejection why
 * @param attempts how often it had been tried
 */
public record RejectedRecord(
    ConsumerRecord<byte[], byte[]> record, Rejection rejection, int attempts) {}
