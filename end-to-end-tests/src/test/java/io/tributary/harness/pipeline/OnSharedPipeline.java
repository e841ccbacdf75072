package io.tributary.harness.pipeline;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class of tests that takes a {@link SharedPipeline.Bench} as a parameter, and is gentle to it.
 * Such classes run one after the other.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedPipeline.class)
@ResourceLock("shared pipeline")
public @interface OnSharedPipeline {}
