package io.tributary.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The instances of each service: each has a place, where one process follows the other. */
final class Fleet {

  private final World world;
  private final List<Place> places = new ArrayList<>();

  Fleet(World world) {
    this.world = world;
  }

  /** An instance. */
  final class Place {

    private final String name;
    private final Function<String, SimulatedProcess> starter;
    private SimulatedProcess process;
    private int lives;

    private Place(String name, Function<String, SimulatedProcess> starter) {
      this.name = name;
      this.starter = starter;
      this.process = starter.apply(name);
    }

    SimulatedProcess process() {
      return process;
    }

    /** A new process in the place of one that has ended. */
    void restart() {
      if (!process.isAlive()) {
        lives++;
        world.note(lives);
        process = starter.apply(name);
      }
    }

    /** Restarts it after that time, if it has ended by then. */
    void restartAfter(Duration time) {
      world.after(time, () -> true, this::restart);
    }
  }

  /** Starts an instance. */
  Place start(String name, Function<String, SimulatedProcess> starter) {
    Place place = new Place(name, starter);
    places.add(place);
    return place;
  }

  List<Place> places() {
    return places;
  }

  /** The processes of a service, dead ones among them. */
  <P extends SimulatedProcess> List<P> of(Class<P> service) {
    return places.stream()
        .map(Place::process)
        .filter(service::isInstance)
        .map(service::cast)
        .toList();
  }

  /** The log has got something. */
  void wakeReaders() {
    for (Place place : places) {
      place.process().wakeReaders();
    }
  }

  /** Ends all instances of a service for good. */
  void end(Class<? extends SimulatedProcess> service) {
    List<Place> ended =
        places.stream().filter(place -> service.isInstance(place.process())).toList();
    ended.forEach(place -> place.process().kill());
    places.removeAll(ended);
  }
}
