package io.tributary.storm;

import io.tributary.storm.process.Programs;
import io.tributary.storm.process.RunningProgram;
import java.net.URI;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The services' instances, two of each and at times more. */
final class Services implements AutoCloseable {

  /** The kinds of services. */
  enum Role {
    GATEWAY("gateway"),
    PROCESSORS("processors"),
    SINK("sink");

    private final String command;

    Role(String command) {
      this.command = command;
    }
  }

  private final Programs programs;
  private final Map<String, String> environment;
  private final Map<Role, List<RunningProgram>> instances = new EnumMap<>(Role.class);
  private final Map<RunningProgram, URI> gateways = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicInteger number = new AtomicInteger();

  Services(Programs programs, Map<String, String> environment) {
    this.programs = programs;
    this.environment = new HashMap<>(environment);
    this.environment.put("TRIBUTARY_HTTP_LISTEN", "127.0.0.1:0");
    this.environment.put("TRIBUTARY_PROCESSORS_LISTEN", "127.0.0.1:0");
    this.environment.put("TRIBUTARY_SINK_LISTEN", "127.0.0.1:0");
    for (Role role : Role.values()) {
      instances.put(role, new CopyOnWriteArrayList<>());
    }
  }

  /** Starts so many of each role and waits until all answer. */
  void start(int ofEach) throws InterruptedException {
    for (Role role : Role.values()) {
      for (int i = 0; i < ofEach; i++) {
        place(role).start();
      }
    }
    for (Role role : Role.values()) {
      for (RunningProgram instance : of(role)) {
        awaitReady(role, instance);
      }
    }
  }

  /** Starts one more instance. */
  RunningProgram add(Role role) throws InterruptedException {
    RunningProgram added = place(role);
    added.start();
    awaitReady(role, added);
    return added;
  }

  /** Forgets an instance that has ended for good. */
  void remove(Role role, RunningProgram instance) {
    of(role).remove(instance);
    gateways.remove(instance);
  }

  private RunningProgram place(Role role) {
    String name = role.command + "-" + number.incrementAndGet();
    RunningProgram instance =
        new RunningProgram(programs.tributary(name, List.of(role.command), environment));
    of(role).add(instance);
    return instance;
  }

  void awaitReady(Role role, RunningProgram instance) throws InterruptedException {
    String address = instance.awaitReady("http");
    if (role == Role.GATEWAY) {
      gateways.put(instance, URI.create(address));
    }
  }

  List<RunningProgram> of(Role role) {
    List<RunningProgram> all = instances.get(role);
    return all == null ? List.of() : all;
  }

  /** The gateways' addresses in turn, of those too that are down. */
  URI nextGateway() {
    List<URI> all = List.copyOf(gateways.values());
    return all.get(Math.floorMod(turn.getAndIncrement(), all.size()));
  }

  @Override
  public void close() {
    instances.values().forEach(all -> all.forEach(RunningProgram::close));
  }
}
