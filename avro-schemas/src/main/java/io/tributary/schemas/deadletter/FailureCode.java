package io.tributary.schemas.deadletter;

/** Why a record became a dead letter. */
public enum FailureCode {
  /** The bytes are no value of the topic's type in any released schema. */
  UNDECODABLE(Stage.DECODE),
  /** A key part breaks its rule, or the record's key is not the one its value implies. */
  INVALID_KEY(Stage.PROCESS),
  /** A value is out of its range, so that no gateway of ours can have accepted it. */
  INVALID_VALUE(Stage.PROCESS),
  /** Processing failed in a way that nobody foresaw. */
  PROCESSING_FAILED(Stage.PROCESS),
  /** It would change, keep or let wait more than one fact may. */
  LIMIT_EXCEEDED(Stage.PROCESS),
  /** The message that it concerns is not there, or did not come in time. */
  MESSAGE_NOT_FOUND(Stage.PROCESS),
  /** The bytes of a record are no value of its topic's type. */
  RECORD_UNDECODABLE(Stage.SINK_DECODE),
  /** The batch id belongs to another device, whose reading came first. */
  BATCH_ID_REUSED(Stage.STORE),
  /** DynamoDB refuses the item as such, and would refuse it again. */
  ITEM_REJECTED(Stage.STORE);

  private final Stage stage;

  FailureCode(Stage stage) {
    this.stage = stage;
  }

  /** The stage at which it happens. */
  public Stage stage() {
    return stage;
  }
}
