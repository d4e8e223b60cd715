package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.unit.Time;

/**
 * Knobs of a PCIe link with bit errors and other faults. They count where {@code hosts.stages} is
 * {@code detailed}. {@link Knobs} lists them with the rest.
 */
public final class PcieFaultKnobs {
  private PcieFaultKnobs() {}

  public static final Knob<Double> BIT_ERRORS =
      Knob.of(
              "hosts.pcie.bitErrors",
              NUMBER,
              "0",
              "probability of a bit error on the NIC's PCIe link at hosts.pcie.generation, "
                  + "with Gen6 before error correction; corrupted TLPs are replayed")
          .within("0", "0.0001")
          .from(
              "a link without faults; PCI Express Base Specification: 1e-12 at most, 1e-6 with Gen6")
          .real("/sys/bus/pci/devices/*/aer_dev_correctable");
  public static final Knob<Double> SLOWER_BIT_ERRORS =
      Knob.of(
              "hosts.pcie.slowerBitErrors",
              NUMBER,
              "0",
              "bit error probability of the PCIe link at a lower speed, after retraining")
          .within("0", "0.0001")
          .from("ours: most lanes with errors at one speed work at the next lower speed");
  public static final Knob<Time> RETRAIN_TIME =
      Knob.of(
              "hosts.pcie.retrainTime",
              TIME,
              "24ms",
              "time for which the link carries no data while it retrains, after four "
                  + "consecutive replays of the same data")
          .within("0ns", "10s")
          .from(
              "PCI Express Base Specification, section 4.2.7.4.1: timeout of Recovery.RcvrLock; links"
                  + " that lock at once take microseconds")
          .real("setpci CAP_EXP+10.w=20:20");
  public static final Knob<Long> SLOWER_AFTER =
      Knob.of(
              "hosts.pcie.slowerAfter",
              WHOLE,
              "1",
              "number of retrainings after which the link comes up at the next lower generation")
          .within("1", "1000000")
          .from(
              "ours; PCI Express Base Specification, section 7.5.3.19 allows hardware to "
                  + "lower the speed of an unreliable link and does not say when")
          .real("lspci -vvv: LnkSta Speed (downgraded)");
}
