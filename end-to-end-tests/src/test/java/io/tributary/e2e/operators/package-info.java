/** What operators do with a running pipeline. */
@org.jspecify.annotations.NullMarked
package io.tributary.e2e.operators;
