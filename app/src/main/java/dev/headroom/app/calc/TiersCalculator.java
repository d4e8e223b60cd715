package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.sizing.PacketFormat;
import dev.headroom.model.sizing.WireEfficiency;
import dev.headroom.model.storage.MemoryTier;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc tiers}: a memory pool behind CXL compared with one over RDMA. */
@Command(
    name = "tiers",
    description =
        "Memory access through CXL and through RDMA, and the size at which RDMA is faster.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc tiers --cxl-rate 200Gbps --rate 400Gbps",
      "  headroom calc tiers --cxl-rate 200Gbps --cxl-latency 300ns --rate 800Gbps \\",
      "      --size 1MiB"
    })
final class TiersCalculator extends Calculator {
  @Option(
      names = "--cxl-rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Read rate of the CXL pool: that of its link, or of the cores' loads.")
  private Rate cxlRate = new Rate(0);

  @Option(
      names = "--cxl-latency",
      defaultValue = "225ns",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Latency of a CXL load. Default: 225ns, between 150 and 300.")
  private Time cxlLatency = Time.ZERO;

  @Option(
      names = "--rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of the RDMA network (RoCEv2, MTU 4096).")
  private Rate rate = new Rate(0);

  @Option(
      names = "--rdma-latency",
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description =
          "Latency of an RDMA READ. Default: that of two hosts on one cable, from hosts.nic "
              + "and hosts.pcie.")
  private @Nullable Time rdmaLatency;

  @Option(
      names = "--size",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Data size; adds the time with either.")
  private @Nullable Size size;

  @Override
  Calculation calculate() {
    double share = new WireEfficiency(PacketFormat.ROCEV2, 4096, Size.parse("1MiB"), false).share();
    MemoryTier cxl = new MemoryTier(cxlLatency, cxlRate);
    MemoryTier rdma =
        new MemoryTier(
            rdmaLatency == null ? read() : rdmaLatency, new Rate((long) (rate.bps() * share)));
    OptionalDouble crossover = cxl.overtakenAt(rdma);
    Calculation calculation =
        Calculation.of(name(), "CXL at %s and RDMA at %s".formatted(cxlRate, rate))
            .input("cxlLatency", "CXL latency", cxl.latency())
            .input("rdmaLatency", "RDMA latency", rdma.latency())
            .formula("time = latency + 8 x size / rate")
            .formula("crossover = (RDMA latency - CXL latency) / (8 / CXL rate - 8 / RDMA rate)")
            .gbps("rdmaGbps", "RDMA goodput", rdma.rate().gbps());
    if (crossover.isPresent()) {
      calculation.bytes("crossoverBytes", "RDMA is faster from", crossover.getAsDouble());
    } else {
      calculation.result("crossoverBytes", "RDMA is faster from", Double.NaN, "never");
    }
    if (size != null) {
      calculation
          .input("size", "size", size)
          .seconds("cxlSeconds", "CXL", cxl.time(size).ps() * 1e-12)
          .seconds("rdmaSeconds", "RDMA", rdma.time(size).ps() * 1e-12);
    }
    return calculation
        .source("CXL: 150 to 300 ns; two to five times local memory (arXiv 2405.14209)")
        .source("RDMA: hosts.nic.postTime, hosts.nic.latency, hosts.pcie.readLatency");
  }

  /** Post, doorbell, four times through a NIC, memory read there, and written here. */
  private static Time read() {
    long memory = fallback(PcieKnobs.READ_LATENCY);
    return new Time(
        fallback(NicKnobs.POST)
            + memory / 2
            + 4 * fallback(NicKnobs.LATENCY)
            + memory
            + memory / 2);
  }

  private static long fallback(Knob<Time> knob) {
    return knob.fallback().orElseThrow().ps();
  }
}
