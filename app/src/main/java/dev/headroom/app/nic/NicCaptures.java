package dev.headroom.app.nic;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.sim.measure.NicObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Captures of a run: one for each named host. */
public final class NicCaptures implements AutoCloseable {
  private final Map<Integer, NicObserver> observers = new HashMap<>();
  private final List<NicCapture> captures = new ArrayList<>();

  private NicCaptures() {}

  /**
   * Begins {@code HOST.pcapng} in a folder for each host.
   *
   * @param names hosts of the scenario
   * @throws UnrunnableScenarioException if there is no such host, or its packets are not RoCEv2
   */
  public static NicCaptures open(Path folder, Scenario scenario, List<String> names)
      throws IOException {
    check(scenario, names);
    NicCaptures all = new NicCaptures();
    try {
      List<Node> hosts = scenario.fabric().hosts();
      for (int host = 0; host < hosts.size(); host++) {
        String name = hosts.get(host).name();
        if (names.contains(name)) {
          NicCapture capture = NicCapture.open(folder.resolve(fileName(name)), host, scenario);
          all.captures.add(capture);
          all.observers.put(host, capture);
        }
      }
    } catch (IOException e) {
      all.close();
      throw e;
    }
    return all;
  }

  /** Says before a run what would be wrong with it. */
  public static void check(Scenario scenario, List<String> names) {
    if (names.isEmpty()) {
      return;
    }
    List<String> hosts = scenario.fabric().hosts().stream().map(Node::name).toList();
    for (String name : names) {
      if (!hosts.contains(name)) {
        throw new UnrunnableScenarioException(
            "--pcap %s: there is no such host; the %d hosts are %s to %s"
                .formatted(name, hosts.size(), hosts.getFirst(), hosts.getLast()));
      }
    }
    String obstacle = NicCapture.unsupportedReason(scenario);
    if (!obstacle.isEmpty()) {
      throw new UnrunnableScenarioException(obstacle);
    }
  }

  /** What the capture of a host is called. */
  public static String fileName(String host) {
    return host.replaceAll("[^A-Za-z0-9._-]", "_") + ".pcapng";
  }

  /** Who is to be shown packets, by position among the hosts. */
  public Map<Integer, NicObserver> observers() {
    return observers;
  }

  /** The run is over: puts the files in their places. */
  public void keep() throws IOException {
    for (NicCapture capture : captures) {
      capture.keep();
    }
  }

  @Override
  public void close() throws IOException {
    for (NicCapture capture : captures) {
      capture.close();
    }
  }
}
