/** Every setting that some command knows, and how a command line's flags become settings. */
@NullMarked
package io.tributary.cli.settings;

import org.jspecify.annotations.NullMarked;
