package io.tributary.e2e.consumers;

/** How a pipeline's values say which schema they are of. */
enum Form {
  SINGLE_OBJECT,
  REGISTRY
}
