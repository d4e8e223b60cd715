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

/** Linux machine over SSH; its connection stays open. */
public final class RemoteMachine implements SampleSource {
  private final KeptConnections connections;
  private final FleetTarget target;
  private final InstantSource clock;
  private final Set<String> refused = new HashSet<>();
  private Map<String, String> slowFiles = Map.of();
  private Map<String, String> slowOutputs = Map.of();
  private int readings;

  /** A machine of the caller's connections. */
  public RemoteMachine(KeptConnections connections, FleetTarget target, InstantSource clock) {
    this.connections = connections;
    this.target = target;
    this.clock = clock;
  }

  @Override
  public String host() {
    return target.port() == 0 ? target.host() : target.host() + ":" + target.port();
  }

  @Override
  public RawReading read() throws IOException {
    boolean slow = readings % SampledPaths.SELDOM_EVERY == 0;
    KeptConnections.Answer answer = connections.run(target, SampleScript.of(slow, refused));
    readings++;
    RawReading reading = SampleScript.read(clock.instant(), answer.output(), answer.errors());
    if (reading.files().isEmpty()) {
      throw new IOException("printed nothing that could be read; GNU grep may be missing");
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

  private static Map<String, String> slowOnly(Map<String, String> outputs) {
    Map<String, String> kept = new LinkedHashMap<>();
    outputs.forEach((command, text) -> {
      if (!command.startsWith("ethtool -S ")) {
        kept.put(command, text);
      }
    });
    return kept;
  }
}
