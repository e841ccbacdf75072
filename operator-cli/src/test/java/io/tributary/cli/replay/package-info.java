@NullMarked
package io.tributary.cli.replay;

import org.jspecify.annotations.NullMarked;
