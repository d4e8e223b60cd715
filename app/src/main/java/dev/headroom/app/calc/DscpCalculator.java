package dev.headroom.app.calc;

import dev.headroom.app.json.Calculation;
import dev.headroom.model.sizing.TrafficClass;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calculator {@code headroom calc dscp}: one DSCP or traffic class byte in all its notations. */
@Command(
    name = "dscp",
    description = "Convert between DSCP, traffic class, priority and NCCL_IB_TC.",
    footerHeading = "%nExamples:%n",
    footer = {"  headroom calc dscp --tc 106", "  headroom calc dscp --dscp 26"})
final class DscpCalculator extends Calculator {
  @Option(names = "--dscp", paramLabel = "N", description = "The DSCP, 0 to 63.")
  private @Nullable Integer dscp;

  @Option(
      names = "--tc",
      paramLabel = "N",
      description = "The traffic class byte, 0 to 255 (NCCL_IB_TC).")
  private @Nullable Integer octet;

  @Option(
      names = "--ecn",
      paramLabel = "N",
      description = "ECN bits with --dscp, 0 to 3. Default: 2, ECT(0).")
  private @Nullable Integer ecn;

  @Override
  Calculation calculate() {
    TrafficClass traffic = traffic();
    String number = Integer.toString(traffic.octet());
    Calculation calculation =
        Calculation.of(name(), "traffic class %s, DSCP %d".formatted(number, traffic.dscp()));
    if (octet != null) {
      calculation.input("tc", "traffic class byte", octet);
    } else {
      calculation.input("dscp", "DSCP", traffic.dscp()).input("ecn", "ECN bits", traffic.ecn());
    }
    calculation
        .formula("traffic class = DSCP x 4 + ECN; DSCP = traffic class >> 2")
        .formula("priority by default = DSCP >> 3")
        .result("dscp", "DSCP", traffic.dscp(), Integer.toString(traffic.dscp()))
        .result("dscpName", "name of the DSCP", traffic.name())
        .result("ecn", "ECN bits", traffic.ecn(), Integer.toString(traffic.ecn()))
        .result("ecnName", "meaning of the ECN bits", traffic.ecnName())
        .result("trafficClass", "traffic class", traffic.octet(), number)
        .result("trafficClassHex", "in hexadecimal", "0x%02x".formatted(traffic.octet()))
        .result("priority", "default priority", traffic.priority(), "" + traffic.priority())
        .result("nccl", "NCCL", "NCCL_IB_TC=" + number)
        .result("ucx", "UCX", "UCX_IB_TRAFFIC_CLASS=" + number)
        .result("kernel", "for all QPs of a port", "echo " + number + " > .../tc/1/traffic_class")
        .result("perftest", "perftest", "ib_write_bw --tclass=" + number)
        .note(
            "NIC settings (mlnx_qos --dscp2prio) and switch settings can change the priority "
                + "of a DSCP.")
        .source("RFC 2474 and RFC 3168; RFC 2597 and 3246 for the names")
        .source("NCCL environment variables: NCCL_IB_TC; UCX: UCX_IB_TRAFFIC_CLASS");
    if (traffic.ecn() == 0) {
      calculation.note(
          "ECN bits 0: NICs of the mlx5 family set ECT themselves if DCQCN is enabled.");
    }
    if (traffic.ecn() == 3) {
      calculation.note("ECN bits 3 mean congestion experienced (CE): senders must not set them.");
    }
    return calculation;
  }

  private TrafficClass traffic() {
    if (octet != null && dscp == null && ecn == null) {
      return TrafficClass.of(octet);
    }
    if (octet == null && dscp != null) {
      return new TrafficClass(dscp, ecn == null ? 2 : ecn);
    }
    throw new IllegalArgumentException("give --tc, or --dscp with or without --ecn");
  }
}
