package io.tributary.sink.table;

/** A global secondary index that projects every attribute. */
public record IndexDefinition(String name, TableKey key) {}
