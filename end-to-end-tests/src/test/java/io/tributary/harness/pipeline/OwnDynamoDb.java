package io.tributary.harness.pipeline;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** A class of tests that stops, faults or hurries its DynamoDB: not for a named one. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("own-dynamodb")
public @interface OwnDynamoDb {}
