@NullMarked
package io.tributary.cli.status;

import org.jspecify.annotations.NullMarked;
