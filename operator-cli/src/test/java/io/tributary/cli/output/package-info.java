@NullMarked
package io.tributary.cli.output;

import org.jspecify.annotations.NullMarked;
