/** The AsyncAPI document of the topics. */
@NullMarked
package io.tributary.documentation.asyncapi;

import org.jspecify.annotations.NullMarked;
