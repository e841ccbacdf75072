/** The description of the topics, made from the catalogue as AsyncAPI has it, and its tests. */
@NullMarked
package io.tributary.cli.asyncapi;

import org.jspecify.annotations.NullMarked;
