package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.machine.PeerTransferRate;
import dev.headroom.model.machine.Processor;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PeerPath;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Rate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc peer}: bandwidth between a NIC and a GPU over a root complex. */
@Command(
    name = "peer",
    description =
        "Data rates between a NIC and a GPU on one socket (PHB, NODE) and on two (SYS). The "
            + "result has writes and reads by processor family and PCIe generation, each with its "
            + "source.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc peer --cpu sapphire-rapids --gen 4",
      "  headroom calc peer --cpu genoa --gen 5",
      "  headroom calc peer --cpu rome --gen 3"
    })
final class PeerCalculator extends Calculator {
  private static final long PIECE = 4096;

  @Option(
      names = "--cpu",
      required = true,
      paramLabel = "FAMILY",
      description = "Processor family as in hosts.cpu.model: sapphire-rapids, genoa, ...")
  private String cpu = "";

  @Option(
      names = "--gen",
      defaultValue = "5",
      paramLabel = "N",
      description = "PCIe generation of the links of NIC and GPU, 1 to 6. Default: 5.")
  private int generation;

  @Option(
      names = "--lanes",
      defaultValue = "16",
      paramLabel = "N",
      description = "Number of lanes: 1, 2, 4, 8, 16 or 32. Default: 16.")
  private int lanes;

  @Option(
      names = "--mps",
      defaultValue = "256",
      paramLabel = "BYTES",
      description = "Max Payload Size, the minimum on the path. Default: 256.")
  private int mps;

  @Override
  Calculation calculate() {
    Processor of =
        Processor.named(cpu)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "--cpu is '%s'; it must be one of %s"
                        .formatted(cpu, String.join(", ", Processor.models()))));
    PcieLink link = PcieLink.of(PcieGeneration.of(generation), lanes, mps, 512);
    PeerPath near = way(of, PeerPath.ENOUGH);
    PeerPath far = way(of, bps(of.sockets()));
    Calculation calculation =
        Calculation.of(
                name(),
                "%s (%s), PCIe %s x%d".formatted(cpu, of.meaning(), link.generation(), lanes))
            .input("cpu", "processor", cpu)
            .input("gen", "generation", generation)
            .input("lanes", "lanes", lanes)
            .input("mps", "Max Payload Size, B", mps)
            .formula(
                "writes = min(link, link in TLPs of peerPayload, peerRate; across sockets socketRate)")
            .formula("reads the same, with peerReadRate")
            .gbps("linkGbps", "the link alone, writes", link.writeBps(PIECE) * 1e-9)
            .gbps("nearWriteGbps", "PHB and NODE, writes", gbps(link, near, false))
            .gbps("nearReadGbps", "PHB and NODE, reads", gbps(link, near, true))
            .gbps("farWriteGbps", "SYS, writes", gbps(link, far, false))
            .gbps("farReadGbps", "SYS, reads", gbps(link, far, true));
    figure(calculation, "writes", of.writes());
    figure(calculation, "reads", of.reads());
    figure(calculation, "sockets", of.sockets());
    if (of.pcieGeneration() < generation) {
      calculation.note(
          "%s does not support PCIe %s: it trains links at Gen%d (--gen %d), so the figures above are for a processor that does not exist."
              .formatted(cpu, link.generation(), of.pcieGeneration(), of.pcieGeneration()));
    }
    return calculation
        .note(
            "PHB and NODE have the same rates: where they were compared, they differed by "
                + "only 10 ns (voipmonitor/rtx6kpro, a Threadripper PRO).")
        .note(
            "Rates measured between GPUs are assumed to apply to NICs; tags and MRRS of a "
                + "NIC may allow less.");
  }

  private void figure(Calculation calculation, String what, PeerTransferRate figure) {
    calculation
        .result(what + "Basis", what + ", basis", said(figure))
        .source(
            what
                + (figure.spread().isEmpty() ? "" : " (" + figure.spread() + ")")
                + ": "
                + figure.source());
  }

  /** {@code measured: 312 Gb/s}; of other links than were measured {@code an estimate}. */
  private String said(PeerTransferRate figure) {
    String limit = figure.rate().map(rate -> NumberText.rate(rate.bps())).orElse("the link");
    return switch (figure.basisWith(generation)) {
      case MEASURED -> "measured: " + limit;
      case STATED -> "stated: " + limit;
      case ESTIMATE ->
          "an estimate: "
              + limit
              + (figure.basis() == PeerTransferRate.Basis.MEASURED
                  ? ", measured with Gen%d".formatted(figure.link().orElseThrow())
                  : "");
    };
  }

  private static PeerPath way(Processor of, long between) {
    return new PeerPath(
        Math.min(bps(of.reads()), between),
        Math.min(bps(of.writes()), between),
        of.payload() == 0 ? PeerPath.WHOLE : of.payload());
  }

  private static long bps(PeerTransferRate figure) {
    return figure.rate().map(Rate::bps).orElse(PeerPath.ENOUGH);
  }

  private static double gbps(PcieLink link, PeerPath way, boolean reads) {
    PciePath path =
        new PciePath(link, Integer.MAX_VALUE, PciePath.ENOUGH, 0, 0, way, PciePath.ENOUGH);
    return PIECE * 8e3 / (reads ? path.readPs(PIECE) : path.writePs(PIECE));
  }
}
