package io.tributary.harness.process;

/** One kind of thing that a test does to the pipeline, or that the pipeline answers. */
public enum RunStatistic {
  STARTED,
  KILLED,
  FROZEN,
  THAWED,
  TERMINATED,
  REQUESTS,
  RETRIES,
  ANSWERS_2XX,
  ANSWERS_4XX,
  ANSWERS_503,
  OTHER_5XX,
  NO_ANSWER,
  TIMED_OUT
}
