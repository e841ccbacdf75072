package io.tributary.processors.fact;

/** Another generation is live, so that these processors have no facts any more. */
public final class GenerationReplacedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  GenerationReplacedException() {
    super("another generation is live");
  }

  /** True if this is the cause of a failure. */
  public static boolean isCauseOf(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof GenerationReplacedException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }
}
