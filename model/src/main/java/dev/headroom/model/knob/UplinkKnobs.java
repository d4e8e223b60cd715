package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.unit.Rate;

/**
 * Knobs of a root complex link that several NICs share. They count where {@code hosts.stages} is
 * {@code detailed}. {@link Knobs} lists them with the rest.
 */
public final class UplinkKnobs {
  private UplinkKnobs() {}

  public static final Knob<Long> SHARING =
      Knob.of(
              "hosts.pcie.sharing",
              WHOLE,
              "1",
              "number of consecutive NICs of a server that share one link to the root "
                  + "complex below a PCIe switch")
          .within("1", "64")
          .from("one root port per NIC")
          .real("lspci -tv");
  public static final Knob<Long> UPLINK_LANES =
      Knob.derived(
              "hosts.pcie.uplinkLanes",
              WHOLE,
              "hosts.pcie.lanes",
              "lanes of that link: 1, 2, 4, 8, 16 or 32, of the NIC's generation")
          .within("1", "32")
          .real("lspci -vvv: LnkSta Width of the switch's upstream port");
  public static final Knob<Rate> OTHERS_READ =
      Knob.derived(
              "hosts.pcie.othersRead",
              RATE,
              "nothing",
              "rate at which GPUs, drives and other devices on the shared link to the root "
                  + "complex read, constantly")
          .within("1Mbps", "4Tbps")
          .real("perf iostat; pcm-iio");
  public static final Knob<Rate> OTHERS_WRITE =
      Knob.derived(
              "hosts.pcie.othersWrite",
              RATE,
              "nothing",
              "rate at which GPUs, drives and other devices on the shared link to the root "
                  + "complex write, constantly")
          .within("1Mbps", "4Tbps")
          .real("perf iostat; pcm-iio");
  public static final Knob<Double> RAIL_CONTENTION =
      Knob.of(
              "hosts.pcie.railContention",
              NUMBER,
              "0",
              "disputed: fraction of the port rate that each NIC loses at the root complex "
                  + "for each further NIC of the server: with n NICs each keeps 1 - (n - 1) times "
                  + "this, which must be above zero")
          .within("0", "1")
          .from(
              "no source: each NIC has its own PCIe link and root port. The article has 98, "
                  + "95 and 89 % for one, two and four ports of 800 Gb/s, 3 % for each further "
                  + "one; hosts.pcie.sharing covers links that NICs share");
}
