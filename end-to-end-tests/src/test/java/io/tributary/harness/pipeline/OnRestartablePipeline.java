package io.tributary.harness.pipeline;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class of tests that takes a {@link RestartablePipeline} as a parameter, and does to it what it
 * likes. Such classes run one after the other, and each goes on with what the others have left.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RestartablePipeline.Parameter.class)
@ResourceLock("restartable pipeline")
@OwnDynamoDb
@Tag("restartable")
public @interface OnRestartablePipeline {}
