package io.tributary.schemas.table;

/** A secondary index that projects every attribute. */
public record IndexDefinition(String name, TableKey key) {}
