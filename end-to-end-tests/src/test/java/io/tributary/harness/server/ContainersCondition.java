package io.tributary.harness.server;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs nothing where containers are wanted and cannot be had, and says so. */
public final class ContainersCondition implements ExecutionCondition {

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<String> obstacle = Containers.areWanted() ? Containers.obstacle() : Optional.empty();
    return obstacle
        .map(
            reason -> {
              System.out.println("NOT RUN: " + context.getDisplayName() + ", because " + reason);
              return ConditionEvaluationResult.disabled(reason);
            })
        .orElseGet(() -> ConditionEvaluationResult.enabled("no obstacle"));
  }
}
