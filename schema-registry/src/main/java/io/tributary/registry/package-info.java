/**
 * The Confluent wire format: ids of schemas from a registry in front of Avro values. In: the
 * catalogue's schemas and a registry's address; out: a format, and the registration of schemas.
 * Everything that is asked of the registry ends within a time; what it does not answer is {@link
 * io.tributary.schemas.format.SchemaUnavailableException}.
 */
@NullMarked
package io.tributary.registry;

import org.jspecify.annotations.NullMarked;
