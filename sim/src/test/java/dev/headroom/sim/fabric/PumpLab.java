package dev.headroom.sim.fabric;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.build.NetworkBuilder;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.build.TransportRequirements;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.FrameSizes;
import dev.headroom.sim.packet.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fabric of a scenario with {@link Pump}s for hosts, on one partition. */
public final class PumpLab {
  private static final HostEvents NOBODY =
      new HostEvents() {
        @Override
        public void trigger(int flow, long nowPs) {}

        @Override
        public void start(int host, long nowPs) {}

        @Override
        public void retry(int queuePair, long nowPs) {}

        @Override
        public void resume(int queuePair, long nowPs) {}

        @Override
        public void onCoreDone(int core, long nowPs) {}

        @Override
        public void acknowledge(int connection, long nowPs) {}

        @Override
        public void paced(int host, long nowPs) {}

        @Override
        public void grant(int host, long nowPs) {}

        @Override
        public void drained(int host, long nowPs) {}

        @Override
        public void rerouted(long nowPs) {}
      };

  public final List<Pump> pumps = new ArrayList<>();
  public final SimulatedNetwork network;
  private final List<Integer> hosts;

  public PumpLab(Scenario scenario, int largestFrame) {
    this(scenario, new FrameSizes(20, 12, 64, largestFrame));
  }

  public PumpLab(Scenario scenario, FrameSizes frames) {
    network =
        new NetworkBuilder(
                scenario,
                TransportRequirements.of(scenario, frames, Optional.empty(), Packet::new, 3))
            .build(
                1,
                false,
                (node, index, home) -> {
                  Pump pump = new Pump(node.id(), node.name(), index, home);
                  pumps.add(pump);
                  return pump;
                });
    hosts = scenario.fabric().hosts().stream().map(host -> host.id()).toList();
    network.partitions().forEach(partition -> partition.attach(NOBODY));
  }

  /** Lets a host send. */
  public PumpLab send(int host, Pump.Stream stream) {
    pumps.get(host).open(stream, network.groupOfHost()[stream.destination()], port(host));
    return this;
  }

  /** Lets a host ask its switch to be silent in a class, from the first moment on. */
  public PumpLab pauseTowards(int host, int priority) {
    port(host).setXoff(priority, true, 0);
    return this;
  }

  public Port port(int host) {
    return network.port(hosts.get(host));
  }

  public PumpLab runTo(long timePs) {
    network.partitions().getFirst().advance(timePs);
    return this;
  }

  public long drops(DropCause cause) {
    return network.partitions().getFirst().drops(cause);
  }

  public long drops() {
    long sum = 0;
    for (DropCause cause : DropCause.values()) {
      sum += drops(cause);
    }
    return sum;
  }
}
