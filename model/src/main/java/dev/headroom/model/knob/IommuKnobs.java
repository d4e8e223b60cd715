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
              "address translation for a NIC: none; by the IOMMU at the root complex on each "
                  + "access; or by the NIC, which requests missing translations from the IOMMU "
                  + "(ATS)")
          .from("bare metal; iommu=pt")
          .real("/proc/cmdline: iommu, intel_iommu, amd_iommu; lspci -vvv: ATSCtl");
  public static final Knob<Long> ENTRIES =
      Knob.of(
              "hosts.iommu.entries",
              WHOLE,
              "64",
              "number of translations in the IOMMU's cache (IOTLB)")
          .within("1", "16777216")
          .from(BENCH + "slower beyond 256 KiB of pages of 4 KiB");
  public static final Knob<Time> WALK =
      Knob.of(
              "hosts.iommu.walk",
              TIME,
              "280ns",
              "time that a read waits for a translation missing in the IOTLB")
          .within("0ns", "1ms")
          .from(BENCH + "64 B are read in 760 ns, and in 480 ns with all translations cached");
  public static final Knob<Time> WALK_PERIOD =
      Knob.of(
              "hosts.iommu.walkPeriod",
              TIME,
              "47ns",
              "interval between two such translations by the IOMMU, which processes six at a time")
          .within("0ns", "1ms")
          .from(
              BENCH + "22 million writes per second with no translation cached, 19 million reads");
  public static final Knob<Size> PAGE =
      Knob.derived(
              "hosts.iommu.page",
              SIZE,
              "hosts.memory.page",
              "page size in the IOMMU's tables, a power of two; one translation covers one page")
          .within("4KiB", "1GiB")
          .real("intel_iommu=sp_off");
  public static final Knob<Long> DEVICE_ENTRIES =
      Knob.of(
              "hosts.iommu.deviceEntries",
              WHOLE,
              "8192",
              "number of translations in the NIC's cache with ATS (ATC)")
          .within("1", "16777216")
          .from(
              "Stellar, SIGCOMM 2025: a ConnectX-6 slows down beyond 32 MiB of 4 KiB pages in use");
  public static final Knob<Time> DEVICE_MISS =
      Knob.of(
              "hosts.iommu.deviceMiss",
              TIME,
              "20ns",
              "time for which a translation request to the IOMMU occupies the port; its "
                  + "packet also waits for the latency of a read")
          .within("0ns", "1ms")
          .from(
              "Stellar, SIGCOMM 2025: the rate falls from 190 to 170 Gb/s, 20 ns for each 4 KiB "
                  + "page");
  public static final Knob<AcsMode> ACS =
      Knob.of(
              "hosts.pcie.acs",
              choice(AcsMode.class),
              "off",
              "PCIe ACS: PCIe switches forward traffic between a NIC and a GPU below them, "
                  + "redirect it to the root complex, or redirect only requests that the NIC has "
                  + "not translated (ATS)")
          .from("the setting that GPUDirect needs")
          .real("lspci -vvv: ACSCtl ReqRedir, CmpltRedir, DirectTrans");
}
