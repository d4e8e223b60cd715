package dev.headroom.formats.pci;

/** Keys of facts about PCI functions, the same for all sources. */
public final class PciKeys {
  /** What it is: "3D controller", "Infiniband controller", "PCI bridge". */
  public static final String CLASS = "class";

  /** Six or four digits in sixteens: 0x030200. */
  public static final String CLASS_CODE = "class.code";

  /** Maker and product, in words. */
  public static final String NAME = "name";

  /** Numbers of maker and product, in sixteens: {@code 10de}. */
  public static final String VENDOR_ID = "vendor.id";

  public static final String DEVICE_ID = "device.id";

  public static final String DRIVER = "driver";

  /** NUMA node; -1 where the firmware names none. */
  public static final String NUMA = "numa";

  /** What the link runs at, in 10^9 transfers a second: 32. */
  public static final String LINK_GTS = "link.gts";

  public static final String LINK_WIDTH = "link.width";

  /** What the function itself could. */
  public static final String LINK_MAX_GTS = "link.max-gts";

  public static final String LINK_MAX_WIDTH = "link.max-width";

  /** DevCtl SmallMaxPayload in force, and what DevCap allows. */
  public static final String PAYLOAD_BYTES = "payload.bytes";

  public static final String PAYLOAD_MAX_BYTES = "payload.max-bytes";

  /** DevCtl MaxReadReq. */
  public static final String READ_REQUEST_BYTES = "read-request.bytes";

  /** Of a GPU: how often its link retrained after the fourth replay of a packet. */
  public static final String REPLAY_ROLLOVERS = "pci.replay-number-rollovers";

  public static final String RELAXED_ORDERING = "relaxed-ordering";

  /** The buses behind a bridge. */
  public static final String SECONDARY_BUS = "bus.secondary";

  public static final String SUBORDINATE_BUS = "bus.subordinate";

  /** Address of the bridge it hangs on, where sysfs shows it. */
  public static final String PARENT = "parent";

  /** Kind of PCI Express function: "Endpoint", "Root Port", "Upstream Port", "Downstream Port". */
  public static final String EXPRESS_TYPE = "express.type";

  public static final String PHYSICAL_SLOT = "slot";

  /** As whoever asked lspci for this one function alone wrote its address. */
  public static final String ASKED = "asked";

  public static final String IOMMU_GROUP = "iommu.group";

  private PciKeys() {}

  /** Size of a region. */
  public static String regionBytes(String number) {
    return "region." + number + ".bytes";
  }

  /** A bit of Access Control Services in force: {@code SrcValid}, {@code ReqRedir}. */
  public static String acs(String bit) {
    return "acs.ACSCtl." + bit;
  }
}
