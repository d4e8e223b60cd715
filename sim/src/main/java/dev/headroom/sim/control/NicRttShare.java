package dev.headroom.sim.control;

import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.nic.NicTimes;
import java.util.Optional;

/**
 * Share of hosts that are not ideal in a round trip without queues, in picoseconds:
 *
 * <pre>
 *   read latency + read(B) + NIC [+ copying]    at the sender, from when its NIC takes a packet
 *   write(B) + NIC                              at the receiver, until it acknowledges
 *   NIC                                         at the sender, until it has heard that
 * </pre>
 *
 * with B bytes of a packet. Who measures a base RTT between two NICs finds that in it.
 */
final class NicRttShare {
  private NicRttShare() {}

  /** Of the slowest sender and the slowest receiver; 0 where all are ideal. */
  static long of(Scenario scenario, long bytes) {
    long sending = 0;
    long receiving = 0;
    for (Node host : scenario.fabric().hosts()) {
      Settings own = scenario.at(host);
      Optional<PciePath> path = PciePaths.of(own);
      if (path.isPresent()) {
        long nicPs = NicTimes.of(own).latencyPs();
        boolean copied = PciePaths.place(own) == MemoryPlace.STAGED;
        long copyPs = copied ? own.get(PcieKnobs.COPY_LATENCY).ps() : 0;
        long readPs = path.get().readLatencyPs() + path.get().readPs(bytes);
        sending = Math.max(sending, readPs + 2 * nicPs + copyPs);
        receiving = Math.max(receiving, path.get().writePs(bytes) + nicPs);
      }
    }
    return sending + receiving;
  }
}
