package dev.headroom.run.summary;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.measure.CacheCounts;
import dev.headroom.sim.measure.HostInternalCounts;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.measure.NicStallTimes;
import dev.headroom.sim.measure.RegistrationCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Lines of text about events inside hosts, each only where something happened. */
public final class HostInternalsText {
  /** A NIC that is held up for less of the time is not worth a line. */
  private static final double TOLD = 0.01;

  private final RunSummary summary;
  private final List<HostPcieCounts> slots;
  private final List<Line> lines = new ArrayList<>();

  /**
   * A line.
   *
   * @param label what it is about
   * @param text what is so
   */
  public record Line(String label, String text) {}

  private HostInternalsText(RunSummary summary) {
    this.summary = summary;
    slots = summary.result().slots();
  }

  /** Of a run; empty where hosts are ideal. */
  public static List<Line> of(RunSummary summary) {
    HostInternalsText words = new HostInternalsText(summary);
    if (!words.slots.isEmpty()) {
      words.heldUp();
      words.stalls();
      words.registration();
      words.cache("contexts", "message", "queue pair", HostInternalCounts::contextCache);
      words.cache("translations", "page", "page", HostInternalCounts::translations);
      words.copies();
    }
    return List.copyOf(words.lines);
  }

  private void heldUp() {
    String host = "";
    String way = "";
    NicStallCause by = NicStallCause.POSTING;
    long most = 0;
    for (HostPcieCounts slot : slots) {
      for (boolean sending : new boolean[] {true, false}) {
        NicStallTimes held = sending ? slot.inside().sending() : slot.inside().receiving();
        for (NicStallCause part : NicStallCause.values()) {
          if (held.ps(part) > most) {
            most = held.ps(part);
            by = part;
            host = slot.host();
            way = sending ? "sending" : "receiving";
          }
        }
      }
    }
    double share =
        summary.span().durationPs() <= 0 ? 0 : (double) most / summary.span().durationPs();
    if (share >= TOLD) {
      lines.add(
          new Line(
              "limited by",
              "the NIC of %s, %s, for %s of the time by %s"
                  .formatted(host, way, NumberText.percent(Math.min(1, share)), name(by))));
    }
  }

  /** What holds a NIC up, in words. */
  public static String name(NicStallCause by) {
    return switch (by) {
      case STALL -> "a stall of PCIe";
      case RETRAINING -> "its PCIe link, which retrained";
      case REPLAYS -> "replays on its PCIe link";
      case PEER -> "the root complex between the NIC and a GPU";
      case LINK -> "its PCIe link";
      case READS -> "outstanding reads";
      case WRITES -> "outstanding writes";
      case UPLINK -> "its shared PCIe link";
      case IOMMU -> "the IOMMU";
      case TRANSLATIONS -> "translations";
      case TRANSLATION_RATE -> "the rate of its translation look-ups";
      case CONTEXTS -> "QP contexts";
      case MESSAGES -> "its message rate";
      case COPIES -> "copies through host memory";
      case REGISTRATION -> "registration";
      case PAGE_FAULTS -> "page faults";
      case POSTING -> "the posting thread";
    };
  }

  private void stalls() {
    slots.stream()
        .filter(slot -> !slot.stallText().isEmpty())
        .findFirst()
        .ifPresent(first -> lines.add(new Line("PCIe", first.stallText())));
  }

  private void registration() {
    long hits = sum(RegistrationCounts::hits);
    long misses = sum(RegistrationCounts::misses);
    long ahead = sum(RegistrationCounts::ahead);
    if (misses == 0) {
      return;
    }
    long faults = sum(RegistrationCounts::faultedPages);
    long evictions = sum(RegistrationCounts::evictions);
    long pinned =
        slots.stream()
            .mapToLong(slot -> slot.inside().registration().mostPinnedBytes())
            .max()
            .orElse(0);
    lines.add(
        new Line(
            "registered",
            faults > 0
                ? NumberText.plural(faults, "page") + " faulted in"
                : "for %s of %s%s%s%s"
                    .formatted(
                        NumberText.count(misses),
                        NumberText.plural(hits + misses, "message"),
                        ahead == 0
                            ? ""
                            : ", and "
                                + NumberText.count(ahead)
                                + " of them ahead of use by another thread",
                        evictions == 0
                            ? ""
                            : "; " + NumberText.plural(evictions, "region") + " evicted",
                        pinned == 0
                            ? ""
                            : "; " + NumberText.bytes(pinned) + " pinned at most on one host")));
  }

  private void cache(
      String label, String one, String entry, Function<HostInternalCounts, CacheCounts> of) {
    CacheCounts counts =
        slots.stream()
            .map(HostPcieCounts::inside)
            .map(of)
            .reduce(CacheCounts.NONE, CacheCounts::plus);
    if (counts.evictions() > 0) {
      lines.add(
          new Line(
              label,
              "cache misses for %s of %s: the NIC has room for fewer %ss"
                  .formatted(
                      NumberText.percent((double) counts.misses() / counts.lookups()),
                      NumberText.plural(counts.lookups(), one),
                      entry)));
    }
  }

  private void copies() {
    long copied = slots.stream().mapToLong(slot -> slot.inside().copiedBytes()).sum();
    if (copied > 0) {
      lines.add(
          new Line(
              "copied",
              NumberText.size(copied) + " between GPUs and host memory" + why(summary.scenario())));
    }
  }

  private static String why(Scenario scenario) {
    for (Node host : scenario.fabric().hosts()) {
      Settings own = scenario.at(host);
      if (HostBottleneck.isWithoutGpuDirect(own)) {
        return HostBottleneckText.gpuDirect(own);
      }
    }
    return "";
  }

  private long sum(ToLongFunction<RegistrationCounts> of) {
    return slots.stream().map(slot -> slot.inside().registration()).mapToLong(of).sum();
  }
}
