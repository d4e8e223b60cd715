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
              "probability that a bit on the NIC's PCIe link is wrong at hosts.pcie.generation, before"
                  + " error correction with Gen6; what it spoils is replayed")
          .within("0", "0.0001")
          .from(
              "a link without faults; PCI Express Base Specification: 1e-12 at most, 1e-6 with Gen6")
          .real("/sys/bus/pci/devices/*/aer_dev_correctable");
  public static final Knob<Double> SLOWER_BIT_ERRORS =
      Knob.of(
              "hosts.pcie.slowerBitErrors",
              NUMBER,
              "0",
              "the same once the link has come up at a lower speed")
          .within("0", "0.0001")
          .from("ours: lanes that are bad at one speed are mostly well a speed below");
  public static final Knob<Time> RETRAIN_TIME =
      Knob.of(
              "hosts.pcie.retrainTime",
              TIME,
              "24ms",
              "how long the link carries nothing while it retrains, after four replays in a row of the"
                  + " same data")
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
              "retrainings after which the link comes up a generation lower")
          .within("1", "1000000")
          .from(
              "ours; PCI Express Base Specification, section 7.5.3.19 lets hardware lower the speed of an"
                  + " unreliable link and does not say when")
          .real("lspci -vvv: LnkSta Speed (downgraded)");
}
