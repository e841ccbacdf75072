/** Topics and tables, read after a storm for the families' models. */
@NullMarked
package io.tributary.storm.check;

import org.jspecify.annotations.NullMarked;
