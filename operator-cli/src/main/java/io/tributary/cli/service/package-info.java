/** Commands that run services. */
@NullMarked
package io.tributary.cli.service;

import org.jspecify.annotations.NullMarked;
