package dev.headroom.web.path;

import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.pcie.PcieUplink;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NumberText;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Path of a host of a scenario: from the processor that posts to the port of the first switch.
 * Latencies and limits are those that the simulator works with.
 */
final class HostPath {
  /** What rates of PCIe are told for. */
  private static final int PIECE = 4096;

  private static final String IDEAL = "takes no time: hosts are ideal (hosts.stages)";
  private static final String NO_LIMIT = "no limit: hosts are ideal (hosts.stages)";

  private final Settings own;
  private final Optional<PciePath> pcie;
  private final Link cable;
  private final Node peer;
  private final Settings ofPeer;

  HostPath(Scenario scenario, Node host) {
    own = scenario.at(host);
    pcie = PciePaths.of(own);
    cable = scenario.fabric().links().get(scenario.fabric().ports().get(host.id()).getFirst());
    peer = scenario.fabric().nodes().get(cable.other(host.id()));
    ofPeer = scenario.at(peer);
  }

  /** Whether its inside takes time. */
  boolean isDetailed() {
    return pcie.isPresent();
  }

  Settings settings(PathPart part) {
    return part == PathPart.PORT ? ofPeer : own;
  }

  /** What is known of a part before any run. */
  PartFacts facts(PathPart part) {
    return switch (part) {
      case CPU -> inside("Processor", true, this::cpu);
      case MEMORY -> inside(memoryTitle(), true, this::memory);
      case ROOT -> inside("Root complex", PciePaths.usesUplink(own), this::root);
      case SWITCHES -> inside(switchesTitle(), true, this::switches);
      case LINK -> inside("PCIe link of the NIC", true, this::link);
      case NIC -> inside("NIC", true, this::nic);
      case CABLE ->
          new PartFacts(
              "Cable",
              true,
              OptionalLong.of(cable.delay().ps()),
              NumberText.time(cable.delay().ps()) + " one way",
              NumberText.rate(cable.rate().bps()) + " each way");
      case PORT -> port();
    };
  }

  /** Something that a detailed model says of the path. */
  @FunctionalInterface
  private interface Detail {
    PartFacts of(String title, boolean isOnPath, PciePath path);
  }

  private PartFacts inside(String title, boolean isOnPath, Detail detail) {
    return pcie.map(path -> detail.of(title, isOnPath, path))
        .orElseGet(() -> new PartFacts(title, isOnPath, OptionalLong.empty(), IDEAL, NO_LIMIT));
  }

  private PartFacts cpu(String title, boolean isOnPath, PciePath path) {
    long ps = own.get(NicKnobs.POST).ps();
    return new PartFacts(
        title,
        isOnPath,
        OptionalLong.of(ps),
        NumberText.time(ps) + " for a thread to post a work request and find its completion",
        ps == 0
            ? "no limit: posting takes no time"
            : NumberText.count(Math.round(1e12 / ps)) + " work requests a second with one thread");
  }

  private String memoryTitle() {
    return switch (PciePaths.place(own)) {
      case HOST -> "Host memory";
      case GPU -> "GPU memory";
      case STAGED -> "GPU memory, by way of host memory";
    };
  }

  private PartFacts memory(String title, boolean isOnPath, PciePath path) {
    double reads = (double) path.readTags() * path.link().maxReadRequest();
    long readPs = path.readLatencyPs();
    String limit =
        readPs == 0
            ? "no limit of reads"
            : "reads: %s, with %s of %s under way"
                .formatted(
                    NumberText.rate(reads * 8e12 / readPs),
                    NumberText.count(path.readTags()),
                    NumberText.bytes(path.link().maxReadRequest()));
    if (path.writeCredits() != PciePath.ENOUGH && path.writeLatencyPs() > 0) {
      limit +=
          "; writes: %s, with %s under way"
              .formatted(
                  NumberText.rate(path.writeCredits() * 8e12 / path.writeLatencyPs()),
                  NumberText.bytes(path.writeCredits()));
    }
    return new PartFacts(
        title,
        isOnPath,
        OptionalLong.of(path.memoryPs() / 2),
        "%s from a read to its data, %s for a write, beside what lies between"
            .formatted(NumberText.time(path.memoryPs()), NumberText.time(path.memoryPs() / 2.0)),
        limit);
  }

  private PartFacts root(String title, boolean isOnPath, PciePath path) {
    boolean crosses = PciePaths.crossesSockets(own);
    long ps = crosses ? own.get(PcieKnobs.SOCKET_LATENCY).ps() / 2 : 0;
    String limit;
    if (PciePaths.crossesRoot(own)) {
      limit =
          "from device to device: reads %s, writes %s"
              .formatted(
                  NumberText.rate(path.peer().readBps()), NumberText.rate(path.peer().writeBps()));
    } else if (isOnPath) {
      PcieUplink uplink = PcieUplink.of(own);
      limit =
          "its link to the NIC's switch, packets of PCIe counted: %s up, %s down"
              .formatted(NumberText.rate(uplink.upBps()), NumberText.rate(uplink.downBps()));
    } else {
      limit = "payload does not pass it";
    }
    return new PartFacts(
        crosses ? "Root complex, two sockets" : title,
        isOnPath,
        OptionalLong.of(ps),
        crosses
            ? NumberText.time(ps) + " one way, for the link between sockets"
            : "part of the latency of memory",
        limit);
  }

  private String switchesTitle() {
    return "PCIe switches and retimers";
  }

  private PartFacts switches(String title, boolean isOnPath, PciePath path) {
    long sockets = PciePaths.crossesSockets(own) ? own.get(PcieKnobs.SOCKET_LATENCY).ps() / 2 : 0;
    long ps = path.beyondPs() - sockets;
    return new PartFacts(
        title,
        isOnPath,
        OptionalLong.of(ps),
        ps == 0 ? "none between NIC and root complex" : NumberText.time(ps) + " one way",
        "that of the links above and below");
  }

  private PartFacts link(String title, boolean isOnPath, PciePath path) {
    long ps = Math.round(PIECE * 8e12 / path.link().readBps(PIECE));
    return new PartFacts(
        title,
        isOnPath,
        OptionalLong.of(ps),
        NumberText.time(ps) + " for 4 KiB that the NIC reads",
        "reads of 4 KiB: %s, writes: %s, of %s that TLPs may use"
            .formatted(
                NumberText.rate(path.link().readBps(PIECE)),
                NumberText.rate(path.link().writeBps(PIECE)),
                NumberText.rate(path.link().tlpBps())));
  }

  private PartFacts nic(String title, boolean isOnPath, PciePath path) {
    long ps = own.get(NicKnobs.LATENCY).ps();
    return new PartFacts(
        title,
        isOnPath,
        OptionalLong.of(ps),
        NumberText.time(ps) + " for a packet",
        "%s, and %s million messages a second"
            .formatted(
                NumberText.rate(cable.rate().bps()),
                NumberText.decimal(own.get(NicKnobs.MESSAGE_RATE), 0)));
  }

  private PartFacts port() {
    if (peer.isHost()) {
      return new PartFacts(
          "NIC of " + peer.name(),
          true,
          OptionalLong.of(0),
          "no switch between",
          NumberText.rate(cable.rate().bps()) + " each way");
    }
    long ps = ofPeer.get(SwitchKnobs.SWITCH_LATENCY).ps();
    return new PartFacts(
        "Switch " + peer.name(),
        true,
        OptionalLong.of(ps),
        NumberText.time(ps) + " from header in to header out",
        "%s a port, %s of buffer"
            .formatted(
                NumberText.rate(cable.rate().bps()),
                NumberText.bytes(ofPeer.get(SwitchKnobs.SWITCH_BUFFER).bytes())));
  }

  /** Whether the payload is a GPU's. */
  boolean isOfGpu() {
    return PciePaths.place(own) != MemoryPlace.HOST;
  }

  Node peer() {
    return peer;
  }
}
