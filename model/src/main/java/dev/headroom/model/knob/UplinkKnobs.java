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
              "NICs of a server, one after the other, that share one link to the root complex below a"
                  + " PCIe switch")
          .within("1", "64")
          .from("a root port for each NIC")
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
              "what GPUs, drives and other devices on the link to the root complex read over it all the"
                  + " while")
          .within("1Mbps", "4Tbps")
          .real("perf iostat; pcm-iio");
  public static final Knob<Rate> OTHERS_WRITE =
      Knob.derived(
              "hosts.pcie.othersWrite",
              RATE,
              "nothing",
              "what GPUs, drives and other devices on the link to the root complex write over it all"
                  + " the while")
          .within("1Mbps", "4Tbps")
          .real("perf iostat; pcm-iio");
  public static final Knob<Double> RAIL_CONTENTION =
      Knob.of(
              "hosts.pcie.railContention",
              NUMBER,
              "0",
              "disputed: part of what its port carries that each further NIC of a server takes from each"
                  + " NIC at the root complex: of n each has 1 - (n - 1) times this, which must leave"
                  + " something")
          .within("0", "1")
          .from(
              "no source: PCIe links and root ports are each NIC's own. The article has 98, 95 and 89 % of"
                  + " one, two and four lines of 800 Gb/s, 3 % for each further one; what NICs do share is"
                  + " hosts.pcie.sharing");
}
