package dev.headroom.sim;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UplinkKnobs;

/** Where to see the knobs of hosts, their PCIe, NICs and processors, at work. */
final class KnobsOfHosts {
  private KnobsOfHosts() {}

  static void enter(KnobPlaces places) {
    places.see(HostKnobs.RECEIVE_BUFFER, KnobsOfHosts::slowHosts, "300KB");
    places.see(HostKnobs.JITTER, KnobsOfHosts::detailed, "xeon-e3");
    places.see(HostKnobs.PAUSE_LIMIT, KnobsOfHosts::starved, "100us");
    places.see(HostKnobs.DRAIN, KnobsOfHosts::slowHosts, "30Gbps");
    places.see(PcieKnobs.STAGES, KnobsOfHosts::detailed, "ideal");
    places.see(
        PcieKnobs.MACHINE, () -> Scenes.busy().set(PcieKnobs.STAGES, "detailed"), "dgx-h100");
    places.see(ClassKnobs.HOST_SCHEDULING, KnobsOfHosts::twoClasses, "strict:4");
    places.see(PcieKnobs.GENERATION, KnobsOfHosts::detailed, "3");
    places.see(PcieKnobs.LANES, KnobsOfHosts::detailed, "4");
    places.see(PcieKnobs.MAX_PAYLOAD, KnobsOfHosts::detailed, "512");
    places.see(PcieKnobs.MAX_READ_REQUEST, KnobsOfHosts::detailed, "128");
    places.see(PcieKnobs.READ_TAGS, KnobsOfHosts::detailed, "4");
    places.see(PcieKnobs.WRITE_CREDITS, KnobsOfHosts::detailed, "1KiB");
    places.see(PcieKnobs.RELAXED_ORDERING, KnobsOfHosts::ordered, "true");
    places.see(PcieKnobs.ORDERED_WRITES, KnobsOfHosts::ordered, "2KiB");
    places.see(PcieKnobs.READ_LATENCY, KnobsOfHosts::detailed, "1us");
    places.see(PcieKnobs.SWITCHES, KnobsOfHosts::detailed, "0");
    places.see(PcieKnobs.SWITCH_LATENCY, KnobsOfHosts::detailed, "200ns");
    places.see(PcieKnobs.RETIMERS, KnobsOfHosts::detailed, "0");
    places.see(PcieKnobs.RETIMER_LATENCY, KnobsOfHosts::detailed, "64ns");
    places.see(PcieKnobs.RETIMER_LCRC, KnobsOfHosts::detailed, "true");
    places.see(PcieKnobs.SOCKET, KnobsOfHosts::detailed, "far");
    places.see(PcieKnobs.SOCKET_LATENCY, () -> detailed().set(PcieKnobs.SOCKET, "far"), "500ns");
    places.see(PcieKnobs.SOCKET_RATE, () -> detailed().set(PcieKnobs.SOCKET, "far"), "30Gbps");
    places.see(PcieKnobs.PEER_RATE, KnobsOfHosts::overRoot, "30Gbps");
    places.see(PcieKnobs.PEER_READ_RATE, KnobsOfHosts::overRoot, "30Gbps");
    places.see(PcieKnobs.PEER_PAYLOAD, () -> overRoot().set(PcieKnobs.PEER_RATE, "10Tbps"), "64");
    places.see(PcieKnobs.GPU_PATH, KnobsOfHosts::overRoot, "pix");
    places.see(PcieKnobs.STALL_AT, KnobsOfHosts::detailed, "20us");
    places.see(PcieKnobs.STALL_FOR, () -> detailed().set(PcieKnobs.STALL_AT, "20us"), "50us");
    places.see(PcieKnobs.MEMORY, KnobsOfHosts::detailed, "staged");
    places.see(PcieKnobs.COPY_LATENCY, () -> detailed().set(PcieKnobs.MEMORY, "staged"), "1us");
    places.see(UplinkKnobs.SHARING, KnobsOfHosts::together, "1");
    places.see(UplinkKnobs.UPLINK_LANES, KnobsOfHosts::together, "4");
    places.see(UplinkKnobs.RAIL_CONTENTION, KnobsOfHosts::together, "0.3");
    places.see(UplinkKnobs.OTHERS_READ, KnobsOfHosts::together, "60Gbps");
    places.see(UplinkKnobs.OTHERS_WRITE, KnobsOfHosts::together, "60Gbps");
    places.see(PcieFaultKnobs.BIT_ERRORS, KnobsOfHosts::detailed, "1e-6");
    places.see(PcieFaultKnobs.SLOWER_BIT_ERRORS, KnobsOfHosts::spoilt, "1e-6");
    places.see(PcieFaultKnobs.RETRAIN_TIME, KnobsOfHosts::spoilt, "20us");
    places.see(PcieFaultKnobs.SLOWER_AFTER, KnobsOfHosts::spoilt, "10");
    places.see(IommuKnobs.ACS, () -> detailed().set(PcieKnobs.MEMORY, "gpu"), "redirect");
    places.see(IommuKnobs.TRANSLATION, KnobsOfHosts::translated, "off");
    places.see(IommuKnobs.ENTRIES, KnobsOfHosts::translated, "1000");
    places.see(IommuKnobs.WALK, KnobsOfHosts::translated, "100ns");
    places.see(IommuKnobs.WALK_PERIOD, KnobsOfHosts::translated, "1us");
    places.see(IommuKnobs.PAGE, KnobsOfHosts::translated, "64KiB");
    places.see(IommuKnobs.DEVICE_ENTRIES, KnobsOfHosts::translated, "1000");
    places.see(IommuKnobs.DEVICE_MISS, KnobsOfHosts::translated, "300ns");
    places.see(MemoryKnobs.REGISTRATION, KnobsOfHosts::detailed, "each");
    places.see(MemoryKnobs.LOST_AT, KnobsOfHosts::detailed, "10us");
    places.see(
        MemoryKnobs.LOSS,
        () ->
            detailed()
                .set(MemoryKnobs.LOST_AT, "20us")
                .set(MemoryKnobs.REGISTRATION, "on-demand")
                .set(MemoryKnobs.PAGE_FAULT, "3us"),
        "swapped-out");
    places.see(MemoryKnobs.REGISTER, KnobsOfHosts::registering, "1us");
    places.see(MemoryKnobs.REGISTER_PAGE, KnobsOfHosts::registering, "1us");
    places.see(MemoryKnobs.BUFFERS, KnobsOfHosts::registering, "1");
    places.see(MemoryKnobs.ORDER, KnobsOfHosts::recycling, "random");
    places.see(MemoryKnobs.PREFETCH, KnobsOfHosts::recycling, "1");
    places.see(MemoryKnobs.REGISTRATIONS, KnobsOfHosts::registering, "1");
    places.see(
        MemoryKnobs.PAGE_FAULT,
        () -> detailed().set(MemoryKnobs.REGISTRATION, "on-demand"),
        "10us");
    places.see(
        MemoryKnobs.NEXT_PAGE_FAULT,
        () ->
            detailed()
                .set(MemoryKnobs.REGISTRATION, "on-demand")
                .set(MemoryKnobs.PAGE_FAULT, "10us")
                .set(PcieKnobs.PAGE, "4KiB"),
        "1us");
    places.see(PcieKnobs.PAGE, KnobsOfHosts::scattered, "64KiB");
    places.see(PcieKnobs.BUFFER, KnobsOfHosts::scattered, "8KiB");
    places.see(NicKnobs.TRANSLATIONS, KnobsOfHosts::scattered, "100000");
    places.see(NicKnobs.TRANSLATION_MISS, KnobsOfHosts::scattered, "1us");
    places.see(NicKnobs.TRANSLATION_RATE, KnobsOfHosts::scattered, "1");
    places.see(NicKnobs.TRANSLATION_TIME, KnobsOfHosts::scattered, "2us");
    places.see(NicKnobs.POST, KnobsOfHosts::detailed, "1us");
    places.see(NicKnobs.POST_LIST, () -> detailed().set(TransportKnobs.MESSAGE_SIZE, "8KiB"), "8");
    places.see(NicKnobs.TRANSFER, KnobsOfHosts::detailed, "1us");
    places.see(NicKnobs.POSTER, KnobsOfHosts::detailed, "gpu");
    places.see(NicKnobs.GPU_POST, () -> detailed().set(NicKnobs.POSTER, "gpu"), "1us");
    places.see(NicKnobs.PROXY_HOP, () -> detailed().set(NicKnobs.POSTER, "proxy"), "2us");
    places.see(NicKnobs.LATENCY, KnobsOfHosts::detailed, "100ns");
    places.see(NicKnobs.BLUE_FLAME, KnobsOfHosts::detailed, "false");
    places.see(NicKnobs.INLINE, KnobsOfHosts::tiny, "64B");
    places.see(NicKnobs.MESSAGE_RATE, KnobsOfHosts::tiny, "1");
    places.see(NicKnobs.READ_RATE, () -> tiny().set(TransportKnobs.OPERATION, "read"), "1");
    places.see(NicKnobs.CONTEXTS, KnobsOfHosts::tiny, "3");
    places.see(NicKnobs.CONTEXT_RELOAD, KnobsOfHosts::tiny, "200ns");
    places.see(NicKnobs.CONTEXT_CACHE, KnobsOfHosts::tiny, "40");
    places.see(NicKnobs.CONTEXT_MISS, KnobsOfHosts::tiny, "900ns");
    places.see(NicKnobs.HIDDEN, KnobsOfHosts::tiny, "1");
    places.see(
        NicKnobs.MESSAGE_GAP, () -> detailed().set(TransportKnobs.MESSAGE_SIZE, "8KiB"), "1us");
    places.see(NicKnobs.TRANSMIT_BUFFER, KnobsOfHosts::detailed, "16KiB");
    places.see(NicKnobs.FUNCTIONS, KnobsOfHosts::tenants, "32");
    places.see(NicKnobs.LOOKUPS, KnobsOfHosts::tenants, "64");
    places.see(
        NicKnobs.MODERATION,
        () ->
            detailed()
                .set(TransportKnobs.MESSAGE_SIZE, "8KiB")
                .set(TransportKnobs.OUTSTANDING, "4"),
        "4");
    places.see(NicKnobs.FUNCTION, KnobsOfHosts::detailed, "virtual");
    places.see(
        NicKnobs.FUNCTION_LATENCY, () -> detailed().set(NicKnobs.FUNCTION, "virtual"), "1us");
    places.see(CompletionKnobs.WAIT, Scenes::busy, "events");
    places.see(CompletionKnobs.DEPTH, () -> detailed().set(CompletionKnobs.POLL, "100us"), "1");
    places.see(CompletionKnobs.POLL, KnobsOfHosts::detailed, "100us");
    places.see(CompletionKnobs.WAKE, KnobsOfHosts::sleeping, "1us");
    places.see(CompletionKnobs.PERIOD, KnobsOfHosts::sleeping, "20us");
    places.see(
        CompletionKnobs.COUNT,
        () -> sleeping().set(CompletionKnobs.PERIOD, "20us").set(CpuKnobs.CORES, "1"),
        "2");
    places.see(
        CompletionKnobs.ADAPTIVE, () -> sleeping().set(CompletionKnobs.PERIOD, "20us"), "true");
    places.see(CpuKnobs.STACK, Scenes::tcp, "free");
    places.see(CpuKnobs.CORES, Scenes::tcp, "1");
    places.see(CpuKnobs.INTERRUPT_CORES, Scenes::tcp, "2");
    places.see(CpuKnobs.FREQUENCY, Scenes::tcp, "2.5");
    places.see(CpuKnobs.RECEIVE_COPY, Scenes::tcp, "1");
    places.see(CpuKnobs.SEND_COPY, Scenes::tcp, "1");
    places.see(CpuKnobs.PACKET, Scenes::tcp, "100");
    places.see(CpuKnobs.AGGREGATE, Scenes::tcp, "100");
    places.see(CpuKnobs.ACK, Scenes::tcp, "100");
    places.see(CpuKnobs.SYSCALL, Scenes::tcp, "100");
    places.see(CpuKnobs.INTERRUPT, Scenes::tcp, "100");
    places.see(CpuKnobs.MODERATION, Scenes::tcp, "1us");
    places.see(CpuKnobs.ADAPTIVE, () -> Scenes.tcp().set(CpuKnobs.MODERATION, "1us"), "true");
    places.see(CpuKnobs.MODERATION_FRAMES, Scenes::tcp, "2");
    places.see(CpuKnobs.CALL, Scenes::tcp, "8KiB");
    places.see(CpuKnobs.SEND_BUFFER, Scenes::tcp, "64KiB");
    places.see(CpuKnobs.RING, Scenes::tcp, "20");
  }

  /** Applications that sleep until their completions come. */
  private static Lab sleeping() {
    return Scenes.busy().set(CompletionKnobs.WAIT, "events");
  }

  /** Hosts that are not ideal. */
  private static Lab twoClasses() {
    Lab lab = Lab.star(3, "100Gbps", "500ns");
    lab.part(Settings.DEFAULTS).flow(0, 1, 100_000, 0);
    lab.part(Settings.DEFAULTS.with(TransportKnobs.TRAFFIC_CLASS, "4")).flow(0, 2, 100_000, 0);
    return lab;
  }

  private static Lab detailed() {
    return Scenes.busy()
        .set(PcieKnobs.STAGES, "detailed")
        .set(PcieKnobs.SWITCHES, "1")
        .set(PcieKnobs.RETIMERS, "1");
  }

  /** Few writes at a time, which may not overtake each other. */
  private static Lab ordered() {
    return detailed()
        .set(PcieKnobs.RELAXED_ORDERING, "false")
        .set(PcieKnobs.ORDERED_WRITES, "1KiB");
  }

  /** Memory is registered as it is used, two buffers in turn. */
  private static Lab registering() {
    return detailed()
        .set(MemoryKnobs.REGISTRATION, "cached")
        .set(MemoryKnobs.BUFFERS, "2")
        .set(MemoryKnobs.REGISTER, "3us")
        .set(MemoryKnobs.REGISTER_PAGE, "300ns")
        .set(TransportKnobs.MESSAGE_SIZE, "8KiB");
  }

  /** The same with more buffers than are kept registered. */
  private static Lab recycling() {
    return registering().set(MemoryKnobs.BUFFERS, "6").set(MemoryKnobs.REGISTRATIONS, "3");
  }

  /** Small pages, few of which are at hand. */
  private static Lab scattered() {
    return detailed()
        .set(PcieKnobs.PAGE, "4KiB")
        .set(PcieKnobs.BUFFER, "64KiB")
        .set(NicKnobs.TRANSLATIONS, "20")
        .set(NicKnobs.TRANSLATION_MISS, "300ns");
  }

  /** One virtual function of more than switches know. */
  private static Lab tenants() {
    return detailed()
        .set(PcieKnobs.MEMORY, "gpu")
        .set(NicKnobs.FUNCTION, "virtual")
        .set(NicKnobs.FUNCTIONS, "40")
        .set(NicKnobs.LOOKUPS, "32");
  }

  /** Servers whose NICs share a link. */
  private static Lab together() {
    Lab lab =
        Lab.shape("rail-optimized", "fabric.servers=2", "fabric.rails=4", "fabric.spines=1")
            .set(PcieKnobs.STAGES, "detailed")
            .set(PcieKnobs.GENERATION, "3")
            .set(UplinkKnobs.SHARING, "4");
    for (int rail = 0; rail < 4; rail++) {
      lab.flow(rail, 4 + rail, 300_000, 0);
    }
    return lab;
  }

  /** Links inside hosts that lose bits until they are slower. */
  private static Lab spoilt() {
    return detailed()
        .set(PcieFaultKnobs.BIT_ERRORS, "1e-4")
        .set(PcieFaultKnobs.RETRAIN_TIME, "5us");
  }

  /** NICs that ask for translations, of which few are at hand. */
  private static Lab translated() {
    return scattered()
        .set(IommuKnobs.TRANSLATION, "ats")
        .set(IommuKnobs.PAGE, "4KiB")
        .set(IommuKnobs.DEVICE_ENTRIES, "10")
        .set(IommuKnobs.ENTRIES, "20");
  }

  private static Lab overRoot() {
    return detailed().set(PcieKnobs.MEMORY, "gpu").set(PcieKnobs.GPU_PATH, "phb");
  }

  /** Small messages of many queue pairs, whose contexts do not all fit. */
  private static Lab tiny() {
    Lab lab =
        Lab.star(4, "100Gbps", "100ns")
            .set(PcieKnobs.STAGES, "detailed")
            .set(NicKnobs.POST, "0ns")
            .set(NicKnobs.CONTEXT_CACHE, "50")
            .set(NicKnobs.CONTEXT_RELOAD, "100ns")
            .set(NicKnobs.CONTEXT_MISS, "300ns")
            .set(NicKnobs.HIDDEN, "0.5")
            .set(TransportKnobs.MESSAGE_SIZE, "64B");
    for (int pair = 0; pair < 300; pair++) {
      lab.flow(pair % 4, (pair + 1) % 4, 640, 0);
    }
    return lab;
  }

  /** A host that many send to gets no credits for longer than half of a pause time. */
  private static Lab starved() {
    return detailed()
        .set(HostKnobs.RECEIVE_BUFFER, "100KB")
        .set(CongestionKnobs.ALGORITHM, "none")
        .at("host-0", PcieKnobs.STALL_AT, "20us")
        .set(PcieKnobs.STALL_FOR, "1ms");
  }

  private static Lab slowHosts() {
    return Scenes.busy()
        .set(HostKnobs.DRAIN, "20Gbps")
        .set(HostKnobs.RECEIVE_BUFFER, "200KB")
        .set(CongestionKnobs.ALGORITHM, "none");
  }
}
