package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Map;

/** A conversation with a recipient, what it has planned, and what was accepted of it. */
final class Outreach {

  static final String PROJECT = "simulated";

  private static final String MESSAGES = "messages";

  private final String company;
  private final int number;
  private final String recipient;
  private final boolean mail;
  private final ArrayNode said = Run.object().putArray(MESSAGES);
  private Status planned = Status.NONE;
  private Status reached = Status.NONE;
  private int updates;
  private int sids;
  private boolean planHandOff;
  private boolean handedOff;
  private boolean unknown;

  /** How far a conversation is, as its item says it. */
  enum Status {
    NONE,
    PROCESSING,
    INITIAL_MESSAGE_SENT,
    PROCESSING_REPLY,
    REPLY_SENT,
    COMPLETED
  }

  /**
   * A conversation that is planned.
   *
   * @param number tells it from all others of the run
   * @param recipient a number with its plus, or an address
   */
  Outreach(String company, int number, String recipient, boolean mail) {
    this.company = company;
    this.number = number;
    this.recipient = recipient;
    this.mail = mail;
  }

  String recipient() {
    return recipient;
  }

  boolean isMail() {
    return mail;
  }

  String requestId() {
    return "r-" + number;
  }

  String id() {
    return company + '#' + PROJECT + '#' + requestId() + '#' + recipient.replace("+", "");
  }

  Status planned() {
    return planned;
  }

  void plan(Status next) {
    planned = next;
  }

  boolean isOver() {
    return planned == Status.COMPLETED;
  }

  void planHandOff() {
    planHandOff = true;
  }

  boolean isHandedOff() {
    return planHandOff;
  }

  ObjectNode update(String type) {
    updates++;
    return Run.object().put("update_id", "update-" + updates).put("type", type);
  }

  /** The id of the next message that Twilio brings. */
  String nextSid(Run run) {
    sids++;
    return String.format(Locale.ROOT, "SM%s%014d%06d", run.id(), number, sids);
  }

  void reached(Status status) {
    reached = status;
  }

  void said(String role, String text) {
    said.addObject().put("role", role).put("content", text);
  }

  void handedOff() {
    handedOff = true;
  }

  void lost() {
    unknown = true;
  }

  boolean isUnknown() {
    return unknown;
  }

  boolean isBegun() {
    return reached != Status.NONE;
  }

  /** The item; of messages, who said what. */
  Map<String, ObjectNode> wanted(Map<String, ObjectNode> found) {
    ObjectNode item = found.get(id());
    JsonNode there = item == null ? said : item.path(MESSAGES);
    ObjectNode wanted =
        Run.object()
            .put("conversation_status", reached.name().toLowerCase(Locale.ROOT))
            .put("company_id", company)
            .put("hand_off_to_human", handedOff);
    wanted.set(MESSAGES, spoken(there).equals(said) ? there : said);
    return Map.of(id(), wanted);
  }

  private static ArrayNode spoken(JsonNode messages) {
    ArrayNode spoken = Run.object().putArray(MESSAGES);
    for (JsonNode message : messages) {
      spoken
          .addObject()
          .put("role", message.path("role").asText())
          .put("content", message.path("content").asText());
    }
    return spoken;
  }
}
