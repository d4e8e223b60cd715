package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.scenario.ImpliedPresets;
import java.util.List;

/** What lies between a program and its port. */
final class RandomHosts {
  private final Dice dice;
  private final RandomKnobs knobs;

  RandomHosts(Dice dice, RandomKnobs knobs) {
    this.dice = dice;
    this.knobs = knobs;
  }

  void hosts() {
    receivers();
    stages();
  }

  private void receivers() {
    if (dice.oneIn(4)) {
      knobs.set(
          ClassKnobs.HOST_SCHEDULING,
          dice.pick("strict:4", "dwrr:3=7,4=2", "strict:0,3", "strict:none packets"));
    }
    if (dice.oneIn(8)) {
      knobs.set(HostKnobs.DRAIN, dice.pick("5Gbps", "20Gbps", "90Gbps"));
      knobs.set(HostKnobs.RECEIVE_BUFFER, dice.pick("20KB", "200KB", "2MiB", "16MiB"));
      knobs.maybe(HostKnobs.PAUSE_LIMIT, "1us", "300us");
    }
    if (dice.oneIn(8)) {
      knobs.set(CompletionKnobs.WAIT, "events");
      knobs.maybe(CompletionKnobs.WAKE, "0ns", "50us");
      knobs.maybe(CompletionKnobs.PERIOD, "10us");
      knobs.maybe(CompletionKnobs.COUNT, 1, 8);
      knobs.seldom(CompletionKnobs.ADAPTIVE, "true");
    } else if (dice.oneIn(8)) {
      knobs.set(CompletionKnobs.POLL, dice.pick("300ns", "5us"));
    }
    knobs.seldom(CompletionKnobs.DEPTH, 1, 16, 1000);
  }

  /**
   * What happens inside the hosts. Ties by insertion want them ideal, and the ledger knows what has
   * come, not what has been taken from PCIe when a receive request is posted again.
   */
  private void stages() {
    if (!dice.oneIn(6) || knobs.isSet(RunKnobs.TIES) || knobs.isSet(TransportKnobs.RECEIVE_QUEUE)) {
      return;
    }
    knobs.set(PcieKnobs.STAGES, "detailed");
    knobs.maybe(PcieKnobs.GENERATION, 1, 3, 6);
    knobs.maybe(PcieKnobs.LANES, 1, 8);
    knobs.maybe(PcieKnobs.MAX_PAYLOAD, 128, 4096);
    knobs.maybe(PcieKnobs.MAX_READ_REQUEST, 128, 4096);
    knobs.maybe(PcieKnobs.READ_TAGS, 1, 8);
    knobs.seldom(PcieKnobs.WRITE_CREDITS, "64B", "4KiB");
    knobs.maybe(PcieKnobs.RELAXED_ORDERING, "false");
    knobs.seldom(PcieKnobs.ORDERED_WRITES, "64B", "64KiB");
    knobs.maybe(PcieKnobs.READ_LATENCY, "0ns", "5us");
    knobs.seldom(PcieKnobs.STALL_AT, "0ns", "5us", "100us");
    knobs.maybe(PcieKnobs.STALL_FOR, "1us", "300us");
    knobs.maybe(PcieKnobs.MEMORY, "gpu", "staged");
    knobs.maybe(PcieKnobs.GPU_PATH, "phb", "sys");
    knobs.seldom(PcieKnobs.PEER_RATE, "1Gbps", "50Gbps");
    knobs.maybe(PcieKnobs.PAGE, "4KiB", "1GiB");
    knobs.maybe(PcieKnobs.BUFFER, "1B", "100KB", "64MiB");
    knobs.seldom(PcieKnobs.COPY_LATENCY, "0ns", "50us");
    way();
    slots();
    nics();
    registration();
  }

  /** What lies between a NIC and its root complex. */
  private void way() {
    knobs.seldom(PcieKnobs.MACHINE, "dgx-a100", "dgx-h100", "two-socket", "cloud-vm");
    knobs.seldom(PcieKnobs.SWITCHES, 0, 1, 4);
    knobs.seldom(PcieKnobs.SWITCH_LATENCY, "0ns", "1us");
    knobs.seldom(PcieKnobs.RETIMERS, 1, 4);
    knobs.seldom(PcieKnobs.RETIMER_LATENCY, "0ns", "64ns");
    knobs.seldom(PcieKnobs.RETIMER_LCRC, "true");
    knobs.seldom(PcieKnobs.SOCKET, "far");
    knobs.seldom(PcieKnobs.SOCKET_LATENCY, "0ns", "500ns");
    knobs.seldom(PcieKnobs.SOCKET_RATE, "10Gbps", "400Gbps");
    knobs.set(NicKnobs.MODEL, "any");
    Settings said = knobs.settings();
    knobs.with(ImpliedPresets.by(said.only(List.of(PcieKnobs.MACHINE, NicKnobs.MODEL)), List.of()));
    knobs.with(said);
  }

  private void registration() {
    if (!dice.oneIn(3)) {
      return;
    }
    knobs.set(
        MemoryKnobs.REGISTRATION,
        dice.oneIn(10) ? "never" : dice.pick("each", "cached", "on-demand"));
    knobs.seldom(MemoryKnobs.LOST_AT, "0ns", "10us", "100us");
    knobs.maybe(MemoryKnobs.LOSS, "swapped-out");
    knobs.maybe(MemoryKnobs.REGISTER, "0ns", "3us");
    knobs.maybe(MemoryKnobs.REGISTER_PAGE, "0ns", "100ns");
    knobs.maybe(MemoryKnobs.BUFFERS, 2, 100);
    knobs.maybe(MemoryKnobs.ORDER, "random");
    knobs.maybe(MemoryKnobs.PREFETCH, 1, 3, 200);
    knobs.maybe(MemoryKnobs.REGISTRATIONS, 1, 7);
    knobs.maybe(MemoryKnobs.PAGE_FAULT, "0ns", "20us");
    knobs.maybe(MemoryKnobs.NEXT_PAGE_FAULT, "0ns", "1us");
  }

  /** What goes wrong between a NIC and memory, or takes its time there. */
  private void slots() {
    if (dice.oneIn(3)) {
      knobs.set(PcieFaultKnobs.BIT_ERRORS, dice.pick("1e-9", "1e-6", "1e-5", "1e-4"));
      knobs.maybe(PcieFaultKnobs.SLOWER_BIT_ERRORS, "1e-7", "1e-5");
      knobs.set(PcieFaultKnobs.RETRAIN_TIME, dice.pick("0ns", "5us", "300us"));
      knobs.maybe(PcieFaultKnobs.SLOWER_AFTER, 1, 3, 1000);
    }
    knobs.maybe(IommuKnobs.ACS, "redirect", "translated");
    knobs.maybe(UplinkKnobs.SHARING, 2, 3, 8);
    knobs.seldom(UplinkKnobs.UPLINK_LANES, 1, 8);
    knobs.seldom(UplinkKnobs.OTHERS_READ, "100Mbps", "1Gbps");
    knobs.seldom(UplinkKnobs.OTHERS_WRITE, "100Mbps", "1Gbps");
    if (dice.oneIn(3)) {
      knobs.set(IommuKnobs.TRANSLATION, dice.pick("root", "ats"));
      knobs.maybe(IommuKnobs.ENTRIES, 1, 7, 1000);
      knobs.maybe(IommuKnobs.WALK, "0ns", "3us");
      knobs.maybe(IommuKnobs.WALK_PERIOD, "0ns", "1us");
      knobs.maybe(IommuKnobs.PAGE, "4KiB", "1GiB");
      knobs.maybe(IommuKnobs.DEVICE_ENTRIES, 1, 5, 100);
      knobs.maybe(IommuKnobs.DEVICE_MISS, "0ns", "1us");
    }
  }

  private void nics() {
    knobs.seldom(NicKnobs.POST, "0ns", "10us");
    knobs.maybe(NicKnobs.POST_LIST, 2, 256);
    knobs.seldom(NicKnobs.TRANSFER, "1us", "20us");
    knobs.maybe(HostKnobs.JITTER, "xeon-e5", "0ns=50%,2us=100%");
    knobs.seldom(NicKnobs.POSTER, "proxy", "gpu");
    knobs.maybe(NicKnobs.GPU_POST, "0ns", "1us");
    knobs.seldom(NicKnobs.PROXY_HOP, "0ns", "10us");
    knobs.seldom(NicKnobs.LATENCY, "0ns", "5us");
    knobs.maybe(NicKnobs.BLUE_FLAME, "false");
    knobs.maybe(NicKnobs.INLINE, "0B", "1KiB");
    knobs.seldom(NicKnobs.MESSAGE_RATE, "0.1", "1");
    knobs.seldom(NicKnobs.READ_RATE, "0.1", "1");
    knobs.maybe(NicKnobs.CONTEXTS, 1, 3);
    knobs.maybe(NicKnobs.CONTEXT_CACHE, 1, 3);
    knobs.seldom(NicKnobs.CONTEXT_RELOAD, "0ns", "500ns");
    knobs.seldom(NicKnobs.CONTEXT_MISS, "0ns", "2us");
    knobs.seldom(NicKnobs.HIDDEN, "0", "1");
    knobs.seldom(NicKnobs.MESSAGE_GAP, "40ns", "3us");
    knobs.maybe(NicKnobs.TRANSLATIONS, 1, 5);
    knobs.seldom(NicKnobs.TRANSLATION_MISS, "0ns", "20us");
    knobs.maybe(NicKnobs.TRANSLATION_RATE, "0.5", "10");
    knobs.maybe(NicKnobs.TRANSLATION_TIME, "200ns", "5us");
    knobs.maybe(NicKnobs.TRANSMIT_BUFFER, "16KiB", "64KiB");
    knobs.maybe(NicKnobs.MODERATION, 1, 3, 16);
    knobs.seldom(NicKnobs.FUNCTION, "virtual");
    knobs.seldom(NicKnobs.FUNCTION_LATENCY, "0ns", "1us");
    knobs.maybe(NicKnobs.FUNCTIONS, 1, 33);
    knobs.maybe(NicKnobs.LOOKUPS, 1, 32);
    knobs.maybe(HostKnobs.RECEIVE_BUFFER, "20KB", "200KB", "2MiB");
  }
}
