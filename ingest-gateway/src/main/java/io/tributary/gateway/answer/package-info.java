/** What a client gets: answers and problems, known by stable codes. No HTTP library, no Kafka. */
@NullMarked
package io.tributary.gateway.answer;

import org.jspecify.annotations.NullMarked;
