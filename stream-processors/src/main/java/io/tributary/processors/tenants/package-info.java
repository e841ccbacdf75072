/**
 * What differs for the tenants family: who claims which channel, what channels bring, and what is
 * said in conversations.
 */
@NullMarked
package io.tributary.processors.tenants;

import org.jspecify.annotations.NullMarked;
