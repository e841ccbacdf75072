/** A scripted pipeline for tests of the models, and what can go wrong with it. */
@NullMarked
package io.tributary.traffic.fake;

import org.jspecify.annotations.NullMarked;
