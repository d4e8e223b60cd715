package dev.headroom.app.screen;

import dev.headroom.model.fabric.Node;
import dev.headroom.run.figures.AckTimeoutText;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.summary.DropReasons;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.StreamCounts;
import dev.headroom.sim.measure.VoqCounts;
import java.util.List;
import java.util.Map;

/** Lines about marks, drops and retransmissions of packets, and about host resources. */
final class PacketLines {
  private final TerminalPage page;
  private final RunSummary summary;
  private final RunTotals counts;

  private PacketLines(TerminalPage page, RunSummary summary) {
    this.page = page;
    this.summary = summary;
    counts = summary.result().counts();
  }

  static void write(TerminalPage page, RunSummary summary) {
    PacketLines lines = new PacketLines(page, summary);
    lines.creditWaits();
    lines.marks();
    lines.cpu();
    lines.streams();
    lines.losses();
  }

  private void creditWaits() {
    List<VoqCounts> waits = summary.result().creditWaits();
    if (waits.isEmpty()) {
      return;
    }
    VoqCounts deepest = waits.getFirst();
    List<Node> nodes = summary.scenario().fabric().nodes();
    page.labelled(
        "credit",
        "at most "
            + NumberText.bytes(deepest.peakBytes())
            + " waited for it at "
            + nodes.get(deepest.node()).name()
            + ", for "
            + nodes.get(deepest.host()).name());
  }

  private void marks() {
    long packets = Math.max(1, counts.dataPackets());
    page.labelled(
        "ECN",
        NumberText.plural(counts.marks(), "mark", "marks")
            + " ("
            + NumberText.percent((double) counts.marks() / packets)
            + " of data packets) · "
            + NumberText.plural(counts.cnpPackets(), "CNP", "CNPs")
            + (counts.marks() > 0 && TcpEcnCheck.hasEcnUnawareTcp(summary.scenario())
                ? " · ignored by TCP (transport.tcp.ecn)"
                : ""));
    page.labelled(
        "retransmit",
        NumberText.plural(counts.retransmissions(), "packet", "packets")
            + " of "
            + NumberText.count(counts.dataPackets())
            + (counts.rnrNaks() == 0
                ? ""
                : " · receivers not ready "
                    + NumberText.plural(counts.rnrNaks(), "time", "times")
                    + " (RNR NAK)"));
  }

  private void streams() {
    StreamCounts streams = counts.streams();
    if (streams.timeouts() > 0) {
      page.labelled(
          "timeouts",
          NumberText.count(streams.timeouts())
              + " of senders without an ACK"
              + AckTimeoutText.of(summary.scenario()).map(each -> " for " + each).orElse(""));
    }
    if (streams.waitedPackets() > 0) {
      page.labelled(
          "in order",
          NumberText.plural(streams.waitedPackets(), "packet", "packets")
              + " waited for an earlier one, "
              + NumberText.time((double) streams.waitedPs() / streams.waitedPackets())
              + " on average");
    }
  }

  private void losses() {
    if (counts.trims() > 0) {
      page.labelled(
          "trimmed",
          NumberText.plural(counts.trims(), "packet", "packets")
              + ": no room for their payload in a queue");
    }
    if (counts.drops().isEmpty()) {
      page.labelled("drops", "none");
    }
    for (Map.Entry<DropCause, Long> drops : counts.drops().entrySet()) {
      page.labelled(
          "drops",
          NumberText.count(drops.getValue())
              + " · "
              + DropReasons.text(drops.getKey(), summary.scenario())
              + ": "
              + DropReasons.fault(drops.getKey(), summary.scenario()));
    }
  }

  private void cpu() {
    CpuCounts cpu = counts.cpu();
    long endPs = Math.max(1, summary.result().endPs());
    int hosts = summary.scenario().fabric().hosts().size();
    if (cpu.busyPs() > 0) {
      page.labelled(
          "host CPU",
          "%.2f cores on the busiest host, %.2f on average · %s · %s · %s copied"
              .formatted(
                  (double) cpu.mostBusyPs() / endPs,
                  (double) cpu.busyPs() / endPs / hosts,
                  NumberText.plural(cpu.interrupts(), "interrupt", "interrupts"),
                  NumberText.plural(cpu.syscalls(), "system call", "system calls"),
                  NumberText.size(cpu.copiedBytes())));
    }
  }
}
