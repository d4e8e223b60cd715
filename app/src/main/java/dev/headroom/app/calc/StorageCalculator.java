package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PcieLink;
import dev.headroom.model.sizing.PacketFormat;
import dev.headroom.model.sizing.WireEfficiency;
import dev.headroom.model.storage.StoragePath;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Calculator {@code headroom calc storage}: bandwidth from drives to GPUs, with GPUDirect Storage
 * or through host memory.
 */
@Command(
    name = "storage",
    description =
        "Rate at which drives fill GPUs: GPUDirect Storage, a bounce buffer, or over a network.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc storage --drives 4 --drive-rate 116Gbps --gpu-gen 4",
      "  headroom calc storage --drives 4 --drive-rate 116Gbps --gpu-gen 4 --bounce \\",
      "      --copy-cores 2",
      "  headroom calc storage --drives 64 --drive-rate 100Gbps --gpus 8 \\",
      "      --nic-rate 400Gbps --nics 8" + " --size 2TB"
    })
final class StorageCalculator extends Calculator {
  private static final Size PIECE = Size.parse("4KiB");

  @Option(names = "--drives", required = true, paramLabel = "N", description = "Number of drives.")
  private int drives;

  @Option(
      names = "--drive-rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of each drive for large reads, from its data sheet.")
  private Rate driveRate = new Rate(0);

  @Option(
      names = "--gpus",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of GPUs to fill. Default: 1.")
  private int gpus;

  @Option(
      names = "--gpu-gen",
      defaultValue = "5",
      paramLabel = "N",
      description = "PCIe generation of the GPUs' slots, x16. Default: 5.")
  private int generation;

  @Option(
      names = "--mps",
      defaultValue = "256",
      paramLabel = "BYTES",
      description = "Max Payload Size. Default: 256.")
  private int mps;

  @Option(
      names = "--nic-rate",
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of the NICs of remote drives (RoCEv2, MTU 4096).")
  private @Nullable Rate nicRate;

  @Option(
      names = "--nics",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of NICs. Default: 1.")
  private int nics;

  @Option(names = "--bounce", description = "Copy through host memory: a core copies every byte.")
  private boolean bounce;

  @Option(
      names = "--copy-cores",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of cores that copy. Default: 1.")
  private int copyCores;

  @Option(
      names = "--size",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Data size, such as a checkpoint; adds the time for it.")
  private @Nullable Size size;

  @Override
  Calculation calculate() {
    StoragePath path = path();
    StoragePath.Part slowest = path.slowest();
    Calculation calculation =
        Calculation.of(
                name(),
                "%s of %s to %s, %s"
                    .formatted(
                        CountedNoun.of(drives, "drive"),
                        driveRate,
                        CountedNoun.of(gpus, "GPU"),
                        bounce ? "through host memory" : "GPUDirect"))
            .input("drives", "drives", drives)
            .input("driveRate", "rate per drive", driveRate)
            .input("gpus", "GPUs", gpus)
            .input("gpuGeneration", "PCIe generation of the GPU slots", generation)
            .formula("rate = the minimum of drives, NICs, GPU slots, copying cores");
    for (StoragePath.Part part : path.parts()) {
      calculation.gbps(part.name() + "Gbps", part.name(), part.rate().gbps());
    }
    calculation
        .gbps("rateGbps", "rate", slowest.rate().gbps())
        .result("bottleneck", "limited by", slowest.name());
    if (bounce) {
      double cores = path.cores(cyclesPerByte(), hz());
      calculation
          .formula("cores = rate / 8 x cycles per byte / frequency")
          .result("copyCores", "cores that copy", cores, "%.1f".formatted(cores))
          .source("hosts.cpu.receiveCopy: " + CpuKnobs.RECEIVE_COPY.source());
    }
    if (nicRate != null) {
      calculation.input("nicRate", "rate of each NIC", nicRate).input("nics", "NICs", nics);
    }
    if (size != null) {
      calculation.input("size", "size", size).seconds("seconds", "time", path.seconds(size));
    }
    return calculation.source("pcie-bench, SIGCOMM 2018: bytes of TLPs for writes of 4 KiB");
  }

  private StoragePath path() {
    PcieLink slot = PcieLink.of(PcieGeneration.of(generation), 16, mps, 512);
    StoragePath path =
        new StoragePath(List.of(new StoragePath.Part("drives", times(driveRate.bps(), drives))));
    if (nicRate != null) {
      double share =
          new WireEfficiency(PacketFormat.ROCEV2, 4096, Size.parse("1MiB"), false).share();
      path = path.with("nics", times(nicRate.bps() * share, nics));
    }
    path = path.with("slots", times(slot.writeBps(PIECE.bytes()), gpus));
    return bounce ? path.with("copies", times(hz() / cyclesPerByte() * 8, copyCores)) : path;
  }

  private static Rate times(double bps, int count) {
    return new Rate((long) (bps * count));
  }

  private static double cyclesPerByte() {
    return CpuKnobs.RECEIVE_COPY.fallback().orElseThrow();
  }

  private static double hz() {
    return CpuKnobs.FREQUENCY.fallback().orElseThrow() * 1e9;
  }
}
