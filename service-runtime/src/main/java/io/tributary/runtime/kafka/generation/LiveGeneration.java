package io.tributary.runtime.kafka.generation;

import io.tributary.runtime.config.Settings;

/**
 * The live generation of a cluster.
 *
 * @param settings with the generation that they named, or with this one, and with the partitions of
 *     the topics
 */
public record LiveGeneration(Generation generation, Settings settings) {}
