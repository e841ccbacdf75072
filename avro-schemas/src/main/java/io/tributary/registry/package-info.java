/**
 * The Confluent wire format: ids of schemas from a registry in front of Avro values. In: the
 * catalogue's schemas and a registry's address; out: a format, and the registration of schemas.
 * Every question ends within a time; without an answer it is a {@link
 * io.tributary.schemas.format.SchemaUnavailableException}.
 */
@NullMarked
package io.tributary.registry;

import org.jspecify.annotations.NullMarked;
