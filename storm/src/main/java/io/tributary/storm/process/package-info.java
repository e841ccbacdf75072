/** The processes of a storm: brokers, DynamoDB Local and the services. */
@NullMarked
package io.tributary.storm.process;

import org.jspecify.annotations.NullMarked;
