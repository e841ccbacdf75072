/** Help, usage errors, completion and version. */
@NullMarked
package io.tributary.cli.help;

import org.jspecify.annotations.NullMarked;
