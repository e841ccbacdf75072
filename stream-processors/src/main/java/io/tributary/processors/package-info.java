/**
 * Facts in, records out. Read TopologyAssembly first: it shows which facts become which records.
 */
@NullMarked
package io.tributary.processors;

import org.jspecify.annotations.NullMarked;
