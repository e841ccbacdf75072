package io.tributary.gateway.family;

import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.route.Route;
import java.util.List;
import java.util.Optional;

/** A built family. */
public record FamilyModule(List<Route> routes, Optional<ChannelIntake> intake) {

  public FamilyModule(List<Route> routes) {
    this(routes, Optional.empty());
  }
}
