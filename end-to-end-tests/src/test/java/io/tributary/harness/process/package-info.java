/** Real processes: started by the launcher, signalled and killed by pid, and every deed counted. */
@NullMarked
package io.tributary.harness.process;

import org.jspecify.annotations.NullMarked;
