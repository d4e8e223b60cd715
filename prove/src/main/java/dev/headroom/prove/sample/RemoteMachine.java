package dev.headroom.prove.sample;

import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.fleet.KeptConnections;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** Linux machine, or a switch that runs SONiC, over SSH; its connection stays open. */
public final class RemoteMachine implements SampleSource {
  private final KeptConnections connections;
  private final FleetTarget target;
  private final SampledParts parts;
  private final InstantSource clock;
  private final Set<String> refused = new HashSet<>();
  private Map<String, String> slowFiles = Map.of();
  private Map<String, String> slowOutputs = Map.of();
  private int readings;

  private RemoteMachine(
      KeptConnections connections, FleetTarget target, SampledParts parts, InstantSource clock) {
    this.connections = connections;
    this.target = target;
    this.parts = parts;
    this.clock = clock;
  }

  /** A host of the caller's connections. */
  public static RemoteMachine host(
      KeptConnections connections, FleetTarget target, InstantSource clock) {
    return new RemoteMachine(connections, target, SampledParts.HOST, clock);
  }

  /** A switch that runs SONiC, of the caller's connections. */
  public static RemoteMachine sonic(
      KeptConnections connections, FleetTarget target, InstantSource clock) {
    return new RemoteMachine(connections, target, SampledParts.SONIC, clock);
  }

  @Override
  public String host() {
    return target.port() == 0 ? target.host() : target.host() + ":" + target.port();
  }

  @Override
  public RawReading read() throws IOException {
    boolean slow = readings % SampledParts.SELDOM_EVERY == 0;
    KeptConnections.Answer answer = connections.run(target, SampleScript.of(parts, slow, refused));
    readings++;
    RawReading reading = SampleScript.read(clock.instant(), answer.output(), answer.errors());
    if (reading.files().isEmpty()) {
      throw new IOException("printed nothing that could be read; GNU grep may be missing");
    }
    if (parts.equals(SampledParts.SONIC) && reading.outputs().isEmpty()) {
      throw new IOException("its shell has no command show; a switch with SONiC has");
    }
    reading.refused().forEach(each -> refused.add(each.path()));
    if (slow) {
      slowFiles = only(reading.files());
      slowOutputs = slowOnly(reading.outputs());
      return reading;
    }
    NavigableMap<String, String> files = new TreeMap<>(slowFiles);
    files.putAll(reading.files());
    Map<String, String> outputs = new LinkedHashMap<>(slowOutputs);
    outputs.putAll(reading.outputs());
    return new RawReading(reading.time(), files, outputs, reading.refused());
  }

  private static Map<String, String> only(Map<String, String> files) {
    Map<String, String> kept = new TreeMap<>();
    files.forEach((path, text) -> {
      if (path.matches("sys/class/(thermal|hwmon)/.*|sys/class/infiniband/[^/]+/device/.*")) {
        kept.put(path, text);
      }
    });
    return kept;
  }

  private Map<String, String> slowOnly(Map<String, String> outputs) {
    Map<String, String> kept = new LinkedHashMap<>();
    outputs.forEach((command, text) -> {
      if (parts.isSeldom(command)) {
        kept.put(command, text);
      }
    });
    return kept;
  }
}
