package io.tributary.benchmarks.gateway;

/**
 * One of the things that are compared.
 *
 * @param process does the work, broker and load generator apart
 * @param factsPerRequest how many facts the topic must have more after each request
 */
record Side(String name, Load load, ProcessHandle process, int factsPerRequest) {}
