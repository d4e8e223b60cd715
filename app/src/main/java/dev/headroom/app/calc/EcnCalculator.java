package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.sizing.BandwidthDelay;
import dev.headroom.model.sizing.EcnThresholds;
import dev.headroom.run.figures.NumberText;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc ecn}: ECN thresholds and buffer depth by published rules. */
@Command(
    name = "ecn",
    description = "Buffer and ECN thresholds for a rate and a round-trip time, by published rules.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom calc ecn --rate 400Gbps --rtt 8us --flows 16",
      "  headroom calc ecn --rate 800Gbps --rtt 5us --kmin 20KB",
      "  headroom calc ecn --rate 800Gbps --rtt 5us --kmin 20KB --buffer 64MiB"
    })
final class EcnCalculator extends Calculator {
  private static final double JUMBO_BYTES = 9000;

  @Option(
      names = "--rate",
      required = true,
      converter = QuantityConverter.OfRate.class,
      paramLabel = "RATE",
      description = "Rate of the port C.")
  private Rate rate = new Rate(0);

  @Option(
      names = "--rtt",
      required = true,
      converter = QuantityConverter.OfTime.class,
      paramLabel = "TIME",
      description = "Round-trip time without queueing.")
  private Time roundTrip = Time.ZERO;

  @Option(
      names = "--flows",
      defaultValue = "1",
      paramLabel = "N",
      description = "Number of unsynchronized flows. Default: 1.")
  private int flows;

  @Option(
      names = "--kmin",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Also evaluate this Kmin: the drain time of such a queue.")
  private @Nullable Size kmin;

  @Option(
      names = "--buffer",
      converter = QuantityConverter.OfSize.class,
      paramLabel = "SIZE",
      description = "Switch buffer; adds a Kmin of a tenth of the buffer, a common rule of thumb.")
  private @Nullable Size buffer;

  @Override
  Calculation calculate() {
    BandwidthDelay path = new BandwidthDelay(rate, roundTrip);
    EcnThresholds rules = new EcnThresholds(path);
    EcnThresholds.Pair hpcc = rules.hpcc();
    EcnThresholds.Pair dcqcn = rules.dcqcn();
    Calculation calculation =
        Calculation.of(name(), "ECN thresholds at %s and %s".formatted(rate, roundTrip))
            .input("rate", "rate C", rate)
            .input("rtt", "round-trip time", roundTrip)
            .input("flows", "flows N", flows)
            .formula("BDP = C x RTT / 8; buffer = BDP / sqrt(N)")
            .formula("DCTCP: K over BDP / 7")
            .formula("HPCC's simulator: Kmin 100 KB, Kmax 400 KB at 25 Gb/s, in proportion to C")
            .formula("DCQCN's paper: Kmin 5 KB, Kmax 200 KB at 40 Gb/s, in proportion to C")
            .formula("Cumulus Linux: Kmin 150 KB, Kmax 1,500 KB at every rate")
            .bytes("bdpBytes", "BDP", path.product().bytes())
            .bytes("bufferBytes", "buffer for a busy link", rules.buffer(flows).bytes())
            .bytes("dctcpKBytes", "DCTCP: K above", rules.dctcp().bytes())
            .bytes("hpccKminBytes", "HPCC's simulator: Kmin", hpcc.kmin().bytes())
            .bytes("hpccKmaxBytes", "HPCC's simulator: Kmax", hpcc.kmax().bytes())
            .bytes("dcqcnKminBytes", "DCQCN's paper: Kmin", dcqcn.kmin().bytes())
            .bytes("dcqcnKmaxBytes", "DCQCN's paper: Kmax", dcqcn.kmax().bytes())
            .bytes("cumulusKminBytes", "Cumulus: Kmin", EcnThresholds.CUMULUS_KMIN.bytes())
            .bytes("cumulusKmaxBytes", "Cumulus: Kmax", EcnThresholds.CUMULUS_KMAX.bytes())
            .note("The order of marks and pauses depends on a switch's buffer: see headroom check.")
            .source("Alizadeh et al., DCTCP, SIGCOMM 2010, section 3.4")
            .source("alibaba-edu/High-Precision-Congestion-Control, run.py")
            .source("Zhu et al., SIGCOMM 2015; NVIDIA Cumulus Linux, RoCE")
            .source("Appenzeller et al., Sizing router buffers, SIGCOMM 2004");
    if (kmin != null) {
      double share = (double) kmin.bytes() / path.product().bytes();
      calculation
          .input("kmin", "Kmin to evaluate", kmin)
          .formula("drain = 8 Kmin / C")
          .seconds("kminDrainSeconds", "drain time of that Kmin", rules.drainSeconds(kmin))
          .result("kminShareOfBdp", "that Kmin / BDP", share, NumberText.decimal(share, 3))
          .result(
              "kminJumboFrames",
              "in frames of 9,000 B",
              frames(kmin),
              NumberText.decimal(frames(kmin), 2));
    }
    if (buffer != null) {
      double tenth = 0.1 * buffer.bytes();
      calculation
          .input("buffer", "buffer of the switch", buffer)
          .bytes("tenthOfBufferBytes", "a tenth of that buffer", tenth);
      if (kmin != null) {
        double times = tenth / kmin.bytes();
        calculation.result(
            "tenthOverKmin", "that / Kmin", times, NumberText.decimal(times, 1) + " times");
      }
    }
    return calculation;
  }

  private static double frames(Size kmin) {
    return kmin.bytes() / JUMBO_BYTES;
  }
}
