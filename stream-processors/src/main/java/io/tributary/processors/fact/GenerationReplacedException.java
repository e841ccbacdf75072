package io.tributary.processors.fact;

/**
 * Says that processors have no facts to process any more, because another generation takes over.
 */
public final class GenerationReplacedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  GenerationReplacedException() {
    super("another generation of processors takes over");
  }

  /** True if that is why something failed. */
  public static boolean isCauseOf(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof GenerationReplacedException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }
}
