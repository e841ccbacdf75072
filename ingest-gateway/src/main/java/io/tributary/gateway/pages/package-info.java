/**
 * The descriptions of the gateway's routes and of the topics, and the page that shows both. All of
 * it is read once from the class path and served from memory, to anybody.
 */
@NullMarked
package io.tributary.gateway.pages;

import org.jspecify.annotations.NullMarked;
