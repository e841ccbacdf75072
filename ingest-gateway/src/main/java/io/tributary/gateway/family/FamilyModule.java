package io.tributary.gateway.family;

import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.route.HttpRoute;
import java.util.List;
import java.util.Optional;

/** A built family. */
public record FamilyModule(List<HttpRoute> routes, Optional<ChannelIntake> intake) {

  public FamilyModule(List<HttpRoute> routes) {
    this(routes, Optional.empty());
  }
}
