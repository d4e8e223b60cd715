package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.pcie.PcieLinkOverhead;
import dev.headroom.model.pcie.TlpBytes;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc pcie}: bandwidth of a PCI Express link. */
@Command(
    name = "pcie",
    description = "Data rate of a PCIe link for writes and reads, and its TLP efficiency.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc pcie --gen 5 --lanes 16 --mps 256 --mrrs 512 --size 4KiB",
      "  headroom calc pcie --gen 6 --mps 512",
      "  headroom calc pcie --gen 6 --mps 512 --model pcie-bench",
      "  headroom calc pcie --gen 5 --mps 256 --mrrs 4096 --model spec",
      "  headroom calc pcie --gen 4 --tags 32 --latency 1us"
    })
final class PcieCalculator extends Calculator {
  @Option(
      names = "--gen",
      required = true,
      paramLabel = "N",
      description = "PCIe generation, 1 to 6.")
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

  @Option(
      names = "--mrrs",
      defaultValue = "512",
      paramLabel = "BYTES",
      description = "Max Read Request Size. Default: 512.")
  private int mrrs;

  @Option(
      names = "--rcb",
      paramLabel = "BYTES",
      description = "Boundary at which the root complex splits completions. Default: only at MPS.")
  private @Nullable Integer rcb;

  @Option(
      names = "--address",
      defaultValue = "64",
      paramLabel = "BITS",
      description = "Address size of 64 bits (4 DW headers) or 32 bits (3 DW). Default: 64.")
  private int address;

  @Option(names = "--ecrc", description = "TLPs have an end-to-end CRC.")
  private boolean ecrc;

  @Option(
      names = "--size",
      defaultValue = "4KiB",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Size of each transfer. Default: 4KiB.")
  private Size size = Size.ZERO;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "pcie-bench (packets), spec (packets, with acknowledgments on all lanes) or flits. "
              + "Default: flits with generation 6, otherwise pcie-bench.")
  private @Nullable String model;

  @Option(
      names = "--tags",
      paramLabel = "N",
      description = "Maximum outstanding reads; needs --latency.")
  private @Nullable Integer tags;

  @Option(
      names = "--latency",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Time from a read request to its last completion; needs --tags.")
  private @Nullable Time latency;

  @Override
  Calculation calculate() {
    PcieLink link = link();
    long bytes = size.bytes();
    Calculation calculation =
        Calculation.of(
                name(), "PCIe %s x%d, transfers of %s".formatted(link.generation(), lanes, size))
            .input("gen", "generation", generation)
            .input("lanes", "lanes", lanes)
            .input("mps", "Max Payload Size, B", mps)
            .input("mrrs", "Max Read Request Size, B", mrrs)
            .input("completionPayload", "data per completion, B", link.completionPayload())
            .input("addressBits", "address, bits", address)
            .input("size", "transfer", size)
            .input("model", "model", word(link.accounting()));
    explain(calculation, link);
    calculation
        .gbps("signalGbps", "signalled", link.signalBps() * 1e-9)
        .gbps("rawGbps", "raw, after coding", link.rawBps() * 1e-9)
        .gbps("tlpGbps", "usable for TLPs", link.tlpBps() * 1e-9)
        .gbps("writeGbps", "writes", link.writeBps(bytes) * 1e-9)
        .gbps("readGbps", "reads", link.readBps(bytes) * 1e-9)
        .gbps("duplexGbps", "equal reads and writes, each way", link.duplexBps(bytes) * 1e-9)
        .share("tlpEfficiency", "data share of write TLPs", link.tlpEfficiency(bytes))
        .share(
            "linkEfficiency",
            "share of the signaling rate",
            link.writeBps(bytes) / link.signalBps());
    outstanding(calculation, link);
    return calculation;
  }

  private PcieLink link() {
    PcieGeneration of = PcieGeneration.of(generation);
    if (address != 32 && address != 64) {
      throw new IllegalArgumentException("--address is " + address + "; it must be 32 or 64");
    }
    return new PcieLink(
        of, lanes, mps, mrrs, rcb == null ? mps : rcb, address == 64, ecrc, accounting(of));
  }

  private PcieLinkOverhead accounting(PcieGeneration of) {
    return switch (model) {
      case null -> PcieLinkOverhead.of(of);
      case "pcie-bench" -> PcieLinkOverhead.PACKETS;
      case "spec" -> PcieLinkOverhead.SPREAD;
      case "flits" -> PcieLinkOverhead.FLITS;
      default ->
          throw new IllegalArgumentException(
              "--model is '%s'; it must be pcie-bench, spec or flits".formatted(model));
    };
  }

  private static String word(PcieLinkOverhead accounting) {
    return switch (accounting) {
      case PACKETS -> "pcie-bench";
      case SPREAD -> "spec";
      case FLITS -> "flits";
    };
  }

  private static void explain(Calculation calculation, PcieLink link) {
    TlpBytes tlp = link.tlp();
    if (link.accounting() == PcieLinkOverhead.FLITS) {
      calculation
          .formula(
              "usable = GT/s x lanes x 236/256: a flit has 236 B for TLPs, 6 for the link "
                  + "layer, 8 CRC, 6 FEC")
          .source("PCI Express Base Specification 6.0, 4.2.3 (flits) and 2.2.1.2 (headers)")
          .note("SKIP ordered sets are ignored.");
    } else {
      calculation
          .formula("raw = GT/s x lanes x coding (8/10, 128/130, 242/256)")
          .formula(
              link.accounting() == PcieLinkOverhead.SPREAD
                  ? "usable = raw x (1 - (8/L + 8/L)/lanes - 4/1538): an ACK and a credit update of 8 B every L symbols, over all lanes, and SKIP"
                  : "usable = raw x (1 - 8/L - 8/L - 4/1538): an ACK and a credit update every L symbols, and SKIP");
    }
    calculation
        .formula("write = usable x S / (ceil(S/MPS) x %d B + S)".formatted(tlp.write()))
        .formula(
            "read = usable x S / (ceil(S/completion) x %d B + S), requests ceil(S/MRRS) x %d B the other way"
                .formatted(tlp.completion(), tlp.read()))
        .source(
            "Neugebauer et al., Understanding PCIe performance, SIGCOMM 2018; pcie-bench/pcie-model");
  }

  private void outstanding(Calculation calculation, PcieLink link) {
    if (tags == null && latency == null) {
      return;
    }
    if (tags == null || latency == null) {
      throw new IllegalArgumentException("--tags and --latency need each other: give both");
    }
    calculation
        .input("tags", "reads outstanding", tags)
        .input("latency", "latency of a read", latency)
        .formula("tag limit = tags x MRRS / latency")
        .gbps(
            "tagLimitGbps",
            "reads, limited by tags",
            Math.min(link.outstandingReadBps(tags, latency.ps()), link.readBps(size.bytes()))
                * 1e-9);
  }
}
