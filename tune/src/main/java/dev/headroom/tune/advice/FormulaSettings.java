package dev.headroom.tune.advice;

import dev.headroom.sim.check.EcnMargin;
import dev.headroom.unit.Size;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of a designed fabric that formulas and published values give before anything is run. The
 * search starts from them, and its gains are measured against them.
 *
 * <p>Kmin is 4 KB per Gb/s (run.py of the HPCC simulator), but not above the bound under which
 * marks come before pauses on the whole chip (Zhu et al., SIGCOMM 2015, section 4, {@link
 * EcnMargin}). Kmax is 4 Kmin and Pmax 0.2, as in run.py. Alpha is 1, {@code dynamic_th} 0 of the
 * profiles that Dell ships with SONiC.
 *
 * @param headroomBytes after XOFF at a port to a host
 * @param uplinkHeadroomBytes the same at a port between switches
 * @param classes lossless classes
 * @param margin of the whole chip with one alpha
 * @param chargePerByte what the buffer is charged for a byte of a full packet
 * @param kminBytes start of marking
 */
public record FormulaSettings(
    long headroomBytes,
    long uplinkHeadroomBytes,
    int classes,
    EcnMargin margin,
    double chargePerByte,
    long kminBytes) {
  static final double ALPHA = 1;
  static final double PMAX = 0.2;
  static final int KMAX_TIMES = 4;

  /** Reserve of an ingress class: default of {@code fabric.switches.reserved}. */
  private static final long RESERVED = 4096;

  /** Frame of 4,096 B with Ethernet, IPv4, UDP, BTH, RETH, ICRC and FCS. */
  private static final int FRAME = 4096 + 14 + 20 + 8 + 12 + 16 + 4 + 4;

  private static final double KMIN_BYTES_PER_GBPS = 4000;
  private static final double LEAST_SHARED = 0.25;
  private static final long COARSE = 10_000;
  private static final long FINE = 1000;

  /**
   * Those of a design.
   *
   * @throws AdviceException if the headroom of all ports leaves no buffer to share
   */
  public static FormulaSettings of(ClusterPlan plan, FabricDesign design, int classes) {
    ChipPorts chip = plan.chip();
    long headroom = chip.headroomBytes(plan.cable());
    long uplink = chip.headroomBytes(plan.uplinkCable());
    EcnMargin margin = margin(chip, design, classes, Math.max(headroom, uplink), ALPHA);
    if (margin.sharedBytes() <= 0) {
      throw new AdviceException(
          ("the PFC headroom of %d ports and %d lossless classes is %s, and the buffer of %s has "
                  + "%s; use shorter cables or fewer ports")
              .formatted(
                  design.ports(),
                  classes,
                  text(margin.headroomBytes()),
                  chip.model().model(),
                  text(chip.bufferBytes())));
    }
    double charge = (double) Math.ceilDiv(FRAME, chip.cellBytes()) * chip.cellBytes() / FRAME;
    long bound = (long) (margin.safeKmin() / charge);
    long wanted = Math.min(bound, Math.round(KMIN_BYTES_PER_GBPS * plan.rate().gbps()));
    long kmin = Math.max(FINE, round(wanted));
    return new FormulaSettings(headroom, uplink, classes, margin, charge, kmin);
  }

  /**
   * Whether the chip has the headroom for so many lossless classes and still shares a quarter of
   * its buffer.
   */
  static boolean canHave(ClusterPlan plan, FabricDesign design, int classes) {
    ChipPorts chip = plan.chip();
    long headroom =
        Math.max(chip.headroomBytes(plan.cable()), chip.headroomBytes(plan.uplinkCable()));
    return margin(chip, design, classes, headroom, ALPHA).sharedBytes()
        >= LEAST_SHARED * chip.bufferBytes();
  }

  private static EcnMargin margin(
      ChipPorts chip, FabricDesign design, int classes, long headroom, double alpha) {
    int ports = design.ports();
    int others = Math.max(1, ports - 1);
    return new EcnMargin(
        chip.bufferBytes(),
        ports,
        classes,
        headroom * ports * classes,
        RESERVED,
        alpha,
        -1,
        others,
        others);
  }

  private static long round(long bytes) {
    long step = bytes >= COARSE * COARSE / FINE ? COARSE : FINE;
    return bytes / step * step;
  }

  /** The greatest Kmin with which marks come before pauses whatever the traffic, in bytes. */
  public long boundOfKmin(double alpha) {
    EcnMargin other =
        new EcnMargin(
            margin.totalBytes(),
            margin.ports(),
            margin.classes(),
            margin.headroomBytes(),
            margin.reservedBytes(),
            alpha,
            -1,
            margin.fanOut(),
            margin.fanIn());
    return (long) (other.safeKmin() / chargePerByte);
  }

  /** The headroom that scenarios have, whose ports share one value: that of the longer cable. */
  public long greatestHeadroom() {
    return Math.max(headroomBytes, uplinkHeadroomBytes);
  }

  /** Knobs with their values, as scenarios write them. */
  public Map<String, String> knobs() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("fabric.switches.alpha", plain(ALPHA));
    all.put("pfc.headroom", greatestHeadroom() + "B");
    all.put("congestion.kmin", text(kminBytes));
    all.put("congestion.kmax", text(KMAX_TIMES * kminBytes));
    all.put("congestion.pmax", plain(PMAX));
    return all;
  }

  static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private static String text(long bytes) {
    return new Size(bytes).toString();
  }
}
