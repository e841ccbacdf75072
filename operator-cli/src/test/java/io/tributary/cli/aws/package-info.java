@NullMarked
package io.tributary.cli.aws;

import org.jspecify.annotations.NullMarked;
