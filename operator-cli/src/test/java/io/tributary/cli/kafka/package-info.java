/** Tests of operators' reading of topics. */
@NullMarked
package io.tributary.cli.kafka;

import org.jspecify.annotations.NullMarked;
