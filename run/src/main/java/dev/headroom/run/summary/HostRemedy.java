package dev.headroom.run.summary;

import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NicConnections;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.RegistrationCounts;
import dev.headroom.unit.Size;
import java.util.List;
import java.util.Optional;

/**
 * Setting that removes a bottleneck inside a host. None where a host has another value of it than
 * the scenario says for all: what would be tried is not what it has.
 */
final class HostRemedy {
  private static final long WIDEST = 16;
  private static final long NEWEST = 6;
  private static final long USUAL_TAGS = 256;
  private static final Size HUGE_PAGE = Size.parse("2MiB");

  /** What others leave of a rate if they are to be as good as silent. */
  private static final String SILENT = "1Mbps";

  private final HostBottleneck at;
  private final Settings own;
  private final Scenario scenario;

  private HostRemedy(HostBottleneck at, Scenario scenario) {
    this.at = at;
    own = at.own();
    this.scenario = scenario;
  }

  static Optional<NextStep> of(HostBottleneck at, Scenario scenario) {
    return new HostRemedy(at, scenario).step();
  }

  private Optional<NextStep> step() {
    return switch (at.kind()) {
      case HOST_STALL -> vary(PcieKnobs.STALL_FOR, "0ns");
      case PCIE_ERRORS -> vary(PcieFaultKnobs.BIT_ERRORS, "0");
      case GPU_PATH ->
          PciePaths.usesUplinkTwice(own)
              ? vary(IommuKnobs.ACS, "off")
              : vary(PcieKnobs.GPU_PATH, "pix");
      case GPUDIRECT_OFF ->
          HostBottleneck.isWithoutGpuDirect(own)
              ? own.print(NicKnobs.LOOKUPS).flatMap(most -> vary(NicKnobs.FUNCTIONS, most))
              : vary(PcieKnobs.MEMORY, "gpu");
      case PCIE_SHARED -> alone();
      case PCIE_LINK -> wider();
      case PCIE_WINDOW -> at.by() == NicStallCause.READS ? reads() : writes();
      case REGISTRATION -> registration();
      case PAGE_FAULTS -> vary(MemoryKnobs.REGISTRATION, "ahead");
      case CONTEXT_MISSES -> contexts();
      case TRANSLATION_MISSES, TRANSLATION_RATE -> translations();
      default -> Optional.empty();
    };
  }

  private Optional<NextStep> alone() {
    if (own.get(UplinkKnobs.SHARING) > 1) {
      return vary(UplinkKnobs.SHARING, "1");
    }
    Knob<?> others = at.sending() ? UplinkKnobs.OTHERS_READ : UplinkKnobs.OTHERS_WRITE;
    return own.isSet(others) ? vary(others, SILENT) : Optional.empty();
  }

  private Optional<NextStep> wider() {
    if (own.get(PcieKnobs.LANES) < WIDEST) {
      return vary(PcieKnobs.LANES, String.valueOf(WIDEST));
    }
    long generation = own.get(PcieKnobs.GENERATION);
    return generation < NEWEST
        ? vary(PcieKnobs.GENERATION, String.valueOf(generation + 1))
        : Optional.empty();
  }

  private Optional<NextStep> reads() {
    return own.get(PcieKnobs.READ_TAGS) < USUAL_TAGS
        ? vary(PcieKnobs.READ_TAGS, String.valueOf(USUAL_TAGS))
        : vary(PcieKnobs.MAX_READ_REQUEST, "4096");
  }

  private Optional<NextStep> writes() {
    if (PciePaths.keepsOrder(own)) {
      return vary(PcieKnobs.RELAXED_ORDERING, "true");
    }
    PciePath path = PciePaths.of(own).orElseThrow();
    double needed = path.link().tlpBps() * path.writeLatencyPs() / 8e12;
    return vary(PcieKnobs.WRITE_CREDITS, powerOfTwo((long) needed) + "B");
  }

  /** More regions where each buffer is registered again and again; else none to register. */
  private Optional<NextStep> registration() {
    RegistrationCounts counts = at.counts().inside().registration();
    long once = counts.misses() - counts.reregistrations();
    return counts.reregistrations() > once
        ? vary(MemoryKnobs.REGISTRATIONS, String.valueOf(powerOfTwo(once)))
        : vary(MemoryKnobs.REGISTRATION, "ahead");
  }

  private Optional<NextStep> contexts() {
    long queuePairs = NicConnections.of(scenario).map(NicConnections::queuePairs).orElse(0L);
    Knob<Long> knob =
        at.counts().inside().contextCache().evictions() > 0
            ? NicKnobs.CONTEXT_CACHE
            : NicKnobs.CONTEXTS;
    return queuePairs <= own.get(knob)
        ? Optional.empty()
        : vary(knob, String.valueOf(powerOfTwo(queuePairs)));
  }

  private Optional<NextStep> translations() {
    if (at.by() == NicStallCause.IOMMU) {
      return vary(IommuKnobs.TRANSLATION, "off");
    }
    return own.get(PcieKnobs.PAGE).compareTo(HUGE_PAGE) < 0
        ? vary(PcieKnobs.PAGE, HUGE_PAGE.toString())
        : vary(NicKnobs.TRANSLATIONS, String.valueOf(8 * own.get(NicKnobs.TRANSLATIONS)));
  }

  private static long powerOfTwo(long atLeast) {
    return Long.highestOneBit(Math.max(1, 2 * atLeast - 1));
  }

  /** The value that the host has, then another. */
  private Optional<NextStep> vary(Knob<?> knob, String other) {
    Optional<String> is = own.print(knob);
    return is.filter(_ -> is.equals(scenario.settings().print(knob)))
        .filter(value -> !value.equals(other))
        .map(value -> new NextStep("compare", List.of(), knob.name(), List.of(value, other)));
  }
}
