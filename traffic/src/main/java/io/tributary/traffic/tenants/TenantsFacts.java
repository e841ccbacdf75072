package io.tributary.traffic.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.ClearedConversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.PostedMessage;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDeletion;
import io.tributary.avro.tenants.UserPut;
import io.tributary.traffic.Request;
import io.tributary.traffic.json.PlainJson;
import io.tributary.traffic.tenants.ToldEvents.ToldEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Facts as texts without anything that the gateway adds, of a fact and of the request that asks for
 * it; and the keys of facts.
 */
final class TenantsFacts {

  private TenantsFacts() {}

  static String key(TenantsCommand command) {
    Object change = command.getChange();
    if (change instanceof ChannelClaim claim) {
      return "CHANNEL#" + claim.getChannelType() + '#' + claim.getChannelId();
    }
    if (change instanceof ChannelRelease release) {
      return "CHANNEL#" + release.getChannelType() + '#' + release.getChannelId();
    }
    if (change instanceof UserPut put) {
      return "TENANT#" + put.getTenantId() + "#USER#" + put.getUser().getUserId();
    }
    if (change instanceof UserDeletion deletion) {
      return "TENANT#" + deletion.getTenantId() + "#USER#" + deletion.getUserId();
    }
    String tenant =
        change instanceof TenantPut put
            ? put.getTenantId()
            : ((TenantDeletion) change).getTenantId();
    return "TENANT#" + tenant + "#META";
  }

  static String key(ChannelEvent event) {
    return String.join(
        "#", "CHANNEL", event.getChannelType(), event.getChannelId(), event.getConversationId());
  }

  static String key(ConversationEvent event) {
    return event.getTenantId() + '#' + event.getConversationId();
  }

  static String asked(TenantsCommand command) {
    Object change = command.getChange();
    if (change instanceof TenantPut put) {
      return tenant(put.getTenantId(), put.getName(), put.getStatus().name(), put.getSettings());
    }
    if (change instanceof TenantDeletion deletion) {
      return "DELETE " + deletion.getTenantId();
    }
    if (change instanceof UserPut put) {
      return user(
          put.getTenantId() + "/users/" + put.getUser().getUserId(),
          put.getUser().getEmail(),
          put.getUser().getChannelIdentities());
    }
    if (change instanceof UserDeletion deletion) {
      return "DELETE " + deletion.getTenantId() + "/users/" + deletion.getUserId();
    }
    if (change instanceof ChannelClaim claim) {
      return "PUT " + channel(claim.getTenantId(), claim.getChannelType(), claim.getChannelId());
    }
    ChannelRelease release = (ChannelRelease) change;
    return "DELETE "
        + channel(release.getTenantId(), release.getChannelType(), release.getChannelId());
  }

  private static String tenant(String id, String name, String status, String settings) {
    return "PUT " + id + ' ' + name + ' ' + status.toLowerCase(Locale.ROOT) + ' ' + settings;
  }

  private static String user(String path, String email, String identities) {
    return "PUT " + path + ' ' + email + ' ' + identities;
  }

  private static String channel(String tenant, String type, String id) {
    return tenant + "/channels/" + type + '/' + id;
  }

  static String asked(ChannelEvent event) {
    try {
      ToldEvents told =
          ToldEvents.read(
              event.getProvider(),
              event.getAccount(),
              event.getEventId(),
              StandardCharsets.UTF_8.decode(event.getRaw().duplicate()).toString());
      List<String> texts =
          event.getAdmission() == Admission.MALFORMED
              ? told.malformed()
              : told.events().stream().map(ToldEvent::text).toList();
      return event.getAdmission() == Admission.MALFORMED
          ? "malformed " + texts
          : event.getEventId() + ' ' + texts;
    } catch (IllegalArgumentException e) {
      return "unreadable " + event.getEventId();
    }
  }

  static String asked(ConversationEvent event) {
    String key = key(event);
    if (event.getEvent() instanceof PostedMessage posted) {
      return key
          + ' '
          + posted.getMessageId()
          + ' '
          + posted.getRole().name().toLowerCase(Locale.ROOT)
          + ' '
          + posted.getContent();
    }
    return key + " cleared " + ((ClearedConversation) event.getEvent()).getIdempotencyKey();
  }

  /** The facts that a right request asks for. */
  static List<String> asked(Request request) {
    String[] path = request.path().split("/", -1);
    return switch (path[2]) {
      case "channels" -> webhooks(path[3], path[4], request);
      case "admin" -> List.of(command(path, request));
      default -> List.of(event(path[3] + '#' + path[5], request));
    };
  }

  private static List<String> webhooks(String provider, String account, Request request) {
    String id = "generic:" + account + ':' + request.headers().get("webhook-id");
    ToldEvents told = ToldEvents.read(provider, account, id, request.body());
    List<String> asked = new ArrayList<>();
    told.events().forEach(event -> asked.add(event.id() + ' ' + List.of(event.text())));
    told.malformed().forEach(text -> asked.add("malformed " + List.of(text)));
    return asked;
  }

  private static String command(String[] path, Request request) {
    String what = String.join("/", List.of(path).subList(4, path.length));
    if (request.method().equals("DELETE") || what.contains("/channels/")) {
      return request.method() + ' ' + what;
    }
    JsonNode body = PlainJson.tree(request.body());
    return what.contains("/users/")
        ? user(what, body.path("email").asText(), body.path("channel_identities").toString())
        : tenant(
            what,
            body.path("name").asText(),
            body.path("status").asText(),
            body.path("settings").toString());
  }

  private static String event(String key, Request request) {
    if (request.method().equals("DELETE")) {
      return key + " cleared " + request.headers().get("Idempotency-Key");
    }
    JsonNode body = PlainJson.tree(request.body());
    return String.join(
        " ",
        key,
        body.path("message_id").asText(),
        body.path("role").asText(),
        body.path("content").asText());
  }
}
