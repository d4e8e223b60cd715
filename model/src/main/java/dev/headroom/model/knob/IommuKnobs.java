package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.AcsMode;
import dev.headroom.model.choice.AddressTranslation;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Knobs of address translation between devices and memory: the IOMMU, and Access Control Services
 * of PCIe switches. They count where {@code hosts.stages} is {@code detailed}. {@link Knobs} lists
 * them with the rest.
 *
 * <p>Times and sizes of the IOMMU are those of Intel Xeons, worked out from the published
 * measurements of pcie-bench (Neugebauer et al., SIGCOMM 2018; pcie-bench/data, {@code
 * bdw-Xeon-E5-2630v4}, random addresses); {@code docs/validation.md} has how well they fit.
 */
public final class IommuKnobs {
  private static final String BENCH = "pcie-bench, SIGCOMM 2018, Xeon E5-2630 v4: ";

  private IommuKnobs() {}

  public static final Knob<AddressTranslation> TRANSLATION =
      Knob.of(
              "hosts.iommu.translation",
              choice(AddressTranslation.class),
              "off",
              "who translates the addresses that a NIC uses: nobody, the IOMMU at the root complex for"
                  + " each access, or the NIC, which asks the IOMMU for what it does not have (ATS)")
          .from("bare metal; iommu=pt")
          .real("/proc/cmdline: iommu, intel_iommu, amd_iommu; lspci -vvv: ATSCtl");
  public static final Knob<Long> ENTRIES =
      Knob.of("hosts.iommu.entries", WHOLE, "64", "translations that the IOMMU has at hand (IOTLB)")
          .within("1", "16777216")
          .from(BENCH + "slower beyond 256 KiB of pages of 4 KiB");
  public static final Knob<Time> WALK =
      Knob.of(
              "hosts.iommu.walk",
              TIME,
              "280ns",
              "what a read waits for a translation that the IOMMU does not have at hand")
          .within("0ns", "1ms")
          .from(BENCH + "64 B are read in 760 ns, and in 480 with all at hand");
  public static final Knob<Time> WALK_PERIOD =
      Knob.of(
              "hosts.iommu.walkPeriod",
              TIME,
              "47ns",
              "between two such translations that the IOMMU finishes: it works on six at once")
          .within("0ns", "1ms")
          .from(BENCH + "22 million writes a second where none is at hand, 19 million reads");
  public static final Knob<Size> PAGE =
      Knob.derived(
              "hosts.iommu.page",
              SIZE,
              "hosts.memory.page",
              "page size in the IOMMU's tables, a power of two: what one translation covers")
          .within("4KiB", "1GiB")
          .real("intel_iommu=sp_off");
  public static final Knob<Long> DEVICE_ENTRIES =
      Knob.of(
              "hosts.iommu.deviceEntries",
              WHOLE,
              "8192",
              "translations that a NIC has at hand with ATS (its ATC)")
          .within("1", "16777216")
          .from("Stellar, SIGCOMM 2025: a ConnectX-6 slows beyond 32 MiB of pages of 4 KiB in use");
  public static final Knob<Time> DEVICE_MISS =
      Knob.of(
              "hosts.iommu.deviceMiss",
              TIME,
              "20ns",
              "by which a translation that a NIC asks the IOMMU for holds the port up; its packet waits"
                  + " for a read's latency besides")
          .within("0ns", "1ms")
          .from("Stellar, SIGCOMM 2025: 190 falls to 170 Gb/s, 20 ns for each page of 4 KiB");
  public static final Knob<AcsMode> ACS =
      Knob.of(
              "hosts.pcie.acs",
              choice(AcsMode.class),
              "off",
              "what PCIe switches do with traffic between a NIC and a GPU below them: pass it on, send it"
                  + " up to the root complex, or send up what a NIC has not translated (ATS) itself")
          .from("what GPUDirect wants")
          .real("lspci -vvv: ACSCtl ReqRedir, CmpltRedir, DirectTrans");
}
