package dev.headroom.run.summary;

import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.measure.CacheCounts;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.RegistrationCounts;
import java.util.ArrayList;
import java.util.List;

/** Text about a bottleneck inside a host, in a sentence. */
final class HostBottleneckText {
  /** Pieces in which PCIe links are compared, in bytes. */
  private static final int PIECE = 4096;

  private final HostBottleneck at;
  private final Settings own;

  private HostBottleneckText(HostBottleneck at) {
    this.at = at;
    own = at.own();
  }

  static Headline headline(HostBottleneck at) {
    HostBottleneckText words = new HostBottleneckText(at);
    return new Headline(
        at.kind(),
        "The bottleneck is %s%s: for %s of the time its NIC was limited by %s."
            .formatted(
                at.host().name(),
                at.others() == 0
                    ? ""
                    : " (and " + NumberText.plural(at.others(), "other host") + " like it)",
                NumberText.percent(at.share()),
                words.part()));
  }

  private String part() {
    return switch (at.kind()) {
      case HOST_STALL -> "a stall: " + at.counts().stallText();
      case PCIE_ERRORS -> errors();
      case GPU_PATH -> peer();
      case GPUDIRECT_OFF -> "copies through host memory" + gpuDirect(own);
      case PCIE_SHARED -> shared();
      case PCIE_WINDOW -> window();
      case REGISTRATION -> registration();
      case PAGE_FAULTS ->
          "page faults: %s at %s %s (%s)"
              .formatted(
                  NumberText.plural(at.counts().inside().registration().faultedPages(), "page"),
                  NumberText.time(own.get(MemoryKnobs.PAGE_FAULT).ps()),
                  own.find(MemoryKnobs.NEXT_PAGE_FAULT)
                      .map(next ->
                          "for the first page of a message, and %s for each other page"
                              .formatted(NumberText.time(next.ps())))
                      .orElse("each"),
                  settingText(MemoryKnobs.REGISTRATION));
      case CONTEXT_MISSES -> contexts();
      case TRANSLATION_MISSES -> translations();
      case TRANSLATION_RATE -> translationRate();
      default -> link();
    };
  }

  private String errors() {
    long replays = at.counts().replays();
    long retrained = at.counts().retrained();
    return "bit errors on its PCIe link (%s), which replayed %s%s"
        .formatted(
            settingText(PcieFaultKnobs.BIT_ERRORS),
            NumberText.plural(replays, "TLP"),
            retrained == 0
                ? ""
                : " and retrained "
                    + (retrained == 1 ? "once" : NumberText.count(retrained) + " times")
                    + ", to Gen"
                    + at.counts().generation());
  }

  private String peer() {
    PciePath path = PciePaths.of(own).orElseThrow();
    long bps = Math.round(8e12 * PIECE / (at.sending() ? path.readPs(PIECE) : path.writePs(PIECE)));
    String what = "%s of NIC %s".formatted(NumberText.rate(bps), at.sending() ? "reads" : "writes");
    boolean between =
        PciePaths.crossesSockets(own)
            && own.find(PcieKnobs.SOCKET_RATE).filter(rate -> rate.bps() <= bps).isPresent();
    if (between) {
      return "the link between its CPU socket and the other socket (%s), which carries %s"
          .formatted(settingText(PcieKnobs.SOCKET_RATE), what);
    }
    boolean redirected = PciePaths.usesUplinkTwice(own);
    return "the root complex between the NIC and its GPU (%s), which forwards %s"
        .formatted(settingText(redirected ? IommuKnobs.ACS : PcieKnobs.GPU_PATH), what);
  }

  /** Why copies are made, if it is not what was asked for; else the knob. */
  static String gpuDirect(Settings own) {
    return HostBottleneck.isWithoutGpuDirect(own)
        ? ": GPUDirect is off, because %s functions do not fit into %s look-up entries (%s)"
            .formatted(
                NumberText.count(own.get(NicKnobs.FUNCTIONS)),
                own.find(NicKnobs.LOOKUPS).map(each -> NumberText.count(each)).orElse("the"),
                NicKnobs.LOOKUPS.name())
        : " (" + settingText(own, PcieKnobs.MEMORY) + ")";
  }

  private String shared() {
    List<String> by = new ArrayList<>();
    for (Knob<?> knob :
        List.of(
            UplinkKnobs.SHARING,
            UplinkKnobs.OTHERS_READ,
            UplinkKnobs.OTHERS_WRITE,
            UplinkKnobs.RAIL_CONTENTION)) {
      if (own.isSet(knob)) {
        by.add(settingText(own, knob));
      }
    }
    return "the PCIe link to the root complex, which the NIC shares with other devices ("
        + String.join(", ", by)
        + ")";
  }

  private String link() {
    PcieLink link = PciePaths.of(own).orElseThrow().link();
    return "its PCIe link: Gen%d x%d carries %s of NIC %s"
        .formatted(
            link.generation().number(),
            link.lanes(),
            NumberText.rate(at.sending() ? link.readBps(PIECE) : link.writeBps(PIECE)),
            at.sending() ? "reads" : "writes");
  }

  private String window() {
    PciePath path = PciePaths.of(own).orElseThrow();
    if (at.by() == NicStallCause.READS) {
      return "memory reads: %s outstanding reads of %d B each (%s) allow %s"
          .formatted(
              NumberText.count(path.readTags()),
              path.link().maxReadRequest(),
              PcieKnobs.READ_TAGS.name(),
              NumberText.rate(
                  path.link().outstandingReadBps(path.readTags(), path.readLatencyPs())));
    }
    return "memory writes: %s outstanding (%s) allow %s"
        .formatted(
            NumberText.bytes(path.writeCredits()),
            PciePaths.keepsOrder(own)
                ? settingText(PcieKnobs.RELAXED_ORDERING)
                : PcieKnobs.WRITE_CREDITS.name(),
            NumberText.rate(8e12 * path.writeCredits() / path.writeLatencyPs()));
  }

  private String registration() {
    RegistrationCounts counts = at.counts().inside().registration();
    String each = "memory registration";
    if (counts.hits() == 0 && counts.evictions() == 0) {
      return each
          + ": %s, one after another (%s)"
              .formatted(
                  NumberText.plural(counts.misses(), "region"),
                  settingText(MemoryKnobs.REGISTRATION));
    }
    if (counts.ahead() > 0) {
      return each
          + ": a thread registered %s before their use (%s) and messages waited for it; %s of %s registered their own buffer"
              .formatted(
                  NumberText.plural(counts.ahead(), "region"),
                  settingText(MemoryKnobs.PREFETCH),
                  NumberText.count(counts.misses()),
                  NumberText.plural(counts.hits() + counts.misses(), "message"));
    }
    return each
        + ": the buffers of %s of %s were not registered, %s of them because they had been evicted (%s)"
            .formatted(
                NumberText.count(counts.misses()),
                NumberText.plural(counts.hits() + counts.misses(), "message"),
                NumberText.count(counts.reregistrations()),
                settingText(MemoryKnobs.REGISTRATIONS));
  }

  private String contexts() {
    CacheCounts near = at.counts().inside().contexts();
    CacheCounts chip = at.counts().inside().contextCache();
    boolean inMemory = chip.evictions() > 0;
    CacheCounts counts = inMemory ? chip : near;
    return "QP contexts: %s of %s found their context %s (%s)"
        .formatted(
            share(counts),
            NumberText.plural(counts.lookups(), "message"),
            inMemory ? "in host memory" : "in another on-chip cache",
            settingText(inMemory ? NicKnobs.CONTEXT_CACHE : NicKnobs.CONTEXTS));
  }

  private String translations() {
    if (at.by() == NicStallCause.IOMMU) {
      return "address translation: the IOMMU walked its page table for %s of %s (%s)"
          .formatted(
              NumberText.percent(
                  (double) at.counts().walks() / Math.max(1, at.counts().translations())),
              NumberText.plural(at.counts().translations(), "page"),
              settingText(IommuKnobs.TRANSLATION));
    }
    CacheCounts counts = at.counts().inside().translations();
    return "address translation: %s of %s missed the translation cache (%s, %s)"
        .formatted(
            share(counts),
            NumberText.plural(counts.lookups(), "page"),
            settingText(NicKnobs.TRANSLATIONS),
            settingText(PcieKnobs.PAGE));
  }

  private String translationRate() {
    CacheCounts counts = at.counts().inside().translations();
    return "address translation rate: %s of %s missed the translation cache (%s), and the NIC looks up %s per second (%s)"
        .formatted(
            share(counts),
            NumberText.plural(counts.lookups(), "page"),
            settingText(PcieKnobs.PAGE),
            own.find(NicKnobs.TRANSLATION_RATE)
                .map(millions -> NumberText.count(Math.round(millions * 1e6)))
                .orElse("a limited number"),
            NicKnobs.TRANSLATION_RATE.name());
  }

  private static String share(CacheCounts counts) {
    return NumberText.percent((double) counts.misses() / Math.max(1, counts.lookups()));
  }

  private String settingText(Knob<?> knob) {
    return settingText(own, knob);
  }

  /** {@code hosts.memory.gpuPath sys}. */
  private static String settingText(Settings own, Knob<?> knob) {
    return own.print(knob).map(value -> knob.name() + " " + value).orElse(knob.name());
  }
}
