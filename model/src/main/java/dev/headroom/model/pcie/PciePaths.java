package dev.headroom.model.pcie;

import dev.headroom.model.choice.AddressTranslation;
import dev.headroom.model.choice.CpuSocketPlace;
import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.choice.NicFunction;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.Optional;

/** PCIe paths that a scenario's settings describe. */
public final class PciePaths {
  /** What an article would save of each retimer, {@link PcieKnobs#RETIMER_LCRC}. */
  private static final long LCRC_PS = 12_000;

  private PciePaths() {}

  private static long switches(Settings own) {
    return own.find(PcieKnobs.SWITCHES)
        .orElseGet(() -> (long) ServerLayout.switchesOf(own.get(PcieKnobs.MACHINE)));
  }

  /**
   * Whether what passes between NIC and GPU goes over a root complex: since the GPU is there, or
   * since the switch above both sends it there (PCI Express Base Specification, section 6.12.3: P2P
   * redirect; direct translated P2P passes on what the NIC has translated with ATS).
   */
  private static boolean isOverRoot(Settings own) {
    return own.get(PcieKnobs.GPU_PATH).isOverRoot()
        || switch (own.get(IommuKnobs.ACS)) {
          case OFF -> false;
          case REDIRECT -> true;
          case TRANSLATED -> own.get(IommuKnobs.TRANSLATION) != AddressTranslation.ATS;
        };
  }

  /**
   * Where payload lies: as {@code hosts.memory.place} has it, but {@code staged} also where a
   * virtual function cannot have GPUDirect, since the look-up tables of PCIe switches have no room
   * for it. Each switch must know every function of the server (Stellar, SIGCOMM 2025, section 3.1:
   * four NICs below switches of 32 entries, eight functions each).
   */
  public static MemoryPlace place(Settings own) {
    MemoryPlace asked = own.get(PcieKnobs.MEMORY);
    boolean crowded =
        own.get(NicKnobs.FUNCTION) == NicFunction.VIRTUAL
            && own.find(NicKnobs.LOOKUPS)
                .filter(entries -> own.get(NicKnobs.FUNCTIONS) > entries)
                .isPresent();
    return crowded && asked == MemoryPlace.GPU ? MemoryPlace.STAGED : asked;
  }

  /**
   * Whether what a NIC moves goes over the link between the switch above it and its root complex.
   */
  public static boolean usesUplink(Settings own) {
    return place(own) != MemoryPlace.GPU || isOverRoot(own);
  }

  /** Whether it comes back over that link, since a GPU below the same switch has it in the end. */
  public static boolean usesUplinkTwice(Settings own) {
    return place(own).isOfGpu() && !own.get(PcieKnobs.GPU_PATH).isOverRoot();
  }

  /**
   * Whether a NIC's writes stay in the order in which it made them: the root complex sees to that.
   * Past it, in a GPU below the same switch, nothing that is published says that it costs anything.
   */
  public static boolean keepsOrder(Settings own) {
    return !own.get(PcieKnobs.RELAXED_ORDERING) && usesUplink(own);
  }

  /** Bytes of writes that may be under way: a root complex that keeps order may take fewer. */
  private static long writesUnderWay(Settings own) {
    long credits = own.find(PcieKnobs.WRITE_CREDITS).map(Size::bytes).orElse(PciePath.ENOUGH);
    return keepsOrder(own) ? Math.min(credits, own.get(PcieKnobs.ORDERED_WRITES).bytes()) : credits;
  }

  /**
   * Whether what a NIC moves crosses the link between sockets. Who drives a GPU runs on its socket,
   * so that queues are there too.
   */
  public static boolean crossesSockets(Settings own) {
    return own.get(PcieKnobs.SOCKET) == CpuSocketPlace.FAR
        || (place(own) == MemoryPlace.GPU && own.get(PcieKnobs.GPU_PATH) == DeviceDistance.SYS);
  }

  /** What a host's retimers add one way, in picoseconds. */
  public static long retimersPs(Settings own) {
    long checkPs = own.get(PcieKnobs.RETIMER_LCRC) ? LCRC_PS : 0;
    return own.get(PcieKnobs.RETIMERS) * (own.get(PcieKnobs.RETIMER_LATENCY).ps() + checkPs);
  }

  /** The path between a host's NIC and its payload; empty where hosts are ideal. */
  public static Optional<PciePath> of(Settings own) {
    if (own.get(PcieKnobs.STAGES) != HostStageDetail.DETAILED) {
      return Optional.empty();
    }
    int maxPayload = Math.toIntExact(own.get(PcieKnobs.MAX_PAYLOAD));
    PcieLink link =
        PcieLink.of(
            PcieGeneration.of(Math.toIntExact(own.get(PcieKnobs.GENERATION))),
            Math.toIntExact(own.get(PcieKnobs.LANES)),
            maxPayload,
            Math.toIntExact(own.get(PcieKnobs.MAX_READ_REQUEST)));
    long beyondPs =
        switches(own) * own.get(PcieKnobs.SWITCH_LATENCY).ps()
            + retimersPs(own)
            + (crossesSockets(own) ? own.get(PcieKnobs.SOCKET_LATENCY).ps() / 2 : 0);
    return Optional.of(
        new PciePath(
            link,
            Math.toIntExact(own.get(PcieKnobs.READ_TAGS)),
            writesUnderWay(own),
            own.get(PcieKnobs.READ_LATENCY).ps(),
            beyondPs,
            peer(own),
            PciePath.ENOUGH));
  }

  /** Whether payload passes from device to device over a root complex. */
  public static boolean crossesRoot(Settings own) {
    return place(own) == MemoryPlace.GPU && isOverRoot(own);
  }

  /** What a root complex passes on, and what passes between sockets, where the path goes there. */
  private static PeerPath peer(Settings own) {
    long between = between(own);
    if (!crossesRoot(own)) {
      return new PeerPath(between, between, PeerPath.WHOLE);
    }
    return new PeerPath(
        Math.min(peerReads(own).bps(), between),
        Math.min(own.get(PcieKnobs.PEER_RATE).bps(), between),
        own.find(PcieKnobs.PEER_PAYLOAD).map(Math::toIntExact).orElse(PeerPath.WHOLE));
  }

  /** What a root complex passes on of reads: as of writes, where nothing else is said of either. */
  public static Rate peerReads(Settings own) {
    boolean asWrites = own.isSet(PcieKnobs.PEER_RATE) && !own.isSet(PcieKnobs.PEER_READ_RATE);
    return own.get(asWrites ? PcieKnobs.PEER_RATE : PcieKnobs.PEER_READ_RATE);
  }

  /** What passes between sockets, where the path crosses from one to the other. */
  private static long between(Settings own) {
    return own.find(PcieKnobs.SOCKET_RATE)
        .filter(rate -> crossesSockets(own))
        .map(Rate::bps)
        .orElse(PeerPath.ENOUGH);
  }
}
