package io.tributary.sink.table;

/** A secondary index that projects every attribute. */
public record IndexDefinition(String name, TableKey key) {}
