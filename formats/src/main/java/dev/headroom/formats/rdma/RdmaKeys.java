package dev.headroom.formats.rdma;

import java.util.Locale;

/** Keys of facts about RDMA devices, ports and GIDs, and the normal form of their values. */
public final class RdmaKeys {
  /** Of a port: ACTIVE, INIT, ARMED, DOWN. */
  public static final String STATE = "state";

  /** Of a port: LINKUP, POLLING, DISABLED. */
  public static final String PHYSICAL_STATE = "state.physical";

  /** Of a port: InfiniBand or Ethernet. */
  public static final String LINK_LAYER = "link-layer";

  /** Of a port, 10^9 bits a second. */
  public static final String RATE_GBPS = "rate.gbps";

  /** Of a port: the path MTU in force and the largest, bytes of payload. */
  public static final String ACTIVE_MTU = "mtu.active";

  public static final String MAX_MTU = "mtu.max";

  /** Of a port: which network interface is the same hardware. */
  public static final String NETDEV = "netdev";

  /** Of a port: the version of RoCE that connections of librdmacm use. */
  public static final String CM_ROCE_MODE = "cm.default_roce_mode";

  /** Of a device: its PCI address. */
  public static final String PCI = "pci";

  public static final String NUMA = "numa";
  public static final String FIRMWARE = "firmware";
  public static final String BOARD = "board";
  public static final String HARDWARE = "hardware";
  public static final String NODE_GUID = "guid.node";
  public static final String SYSTEM_GUID = "guid.system";
  public static final String PORT_GUID = "guid.port";
  public static final String LID = "lid";
  public static final String SM_LID = "lid.sm";

  /** Of a GID entry: eight groups of four digits. */
  public static final String GID = "gid";

  /** Of a GID entry: v1 or v2, or ib. */
  public static final String GID_TYPE = "type";

  public static final String GID_NETDEV = "netdev";

  /** Of a port whose table of GIDs breaks off, so that nobody knows what else is in it. */
  public static final String GIDS_BREAK_OFF = "gids.break-off";

  /** Of a port whose first GIDs are known: no entry stands before those that are told. */
  public static final String GIDS_BEGIN = "gids.begin";

  /** Of a port of which all GIDs are known. */
  public static final String GIDS_LISTED = "gids.listed";

  /** Of a GID entry: the IPv4 address it stands for. */
  public static final String GID_IPV4 = "ipv4";

  /** Of the host: by which output all of its RDMA devices are named. */
  public static final String DEVICES_LISTED = "rdma.listed";

  /** Of a device: how many ports. */
  public static final String PORTS = "ports";

  public static final String REVISION = "hardware.revision";

  /** Of a port: the rate as the tool words it: {@code 400 Gb/sec (4X NDR)}. */
  public static final String RATE_WORDS = "rate.words";

  private RdmaKeys() {}

  /** Sixteen digits in small letters, without 0x and colons. */
  public static String guid(String text) {
    String small = text.strip().toLowerCase(Locale.ROOT);
    String plain = small.startsWith("0x") ? small.substring(2) : small;
    return plain.replace(":", "");
  }

  /** The state in {@code 4: ACTIVE}. */
  public static String numberedState(String text) {
    int colon = text.indexOf(':');
    return state(colon < 0 ? text : text.substring(colon + 1));
  }

  /** A counter, by the kernel's name. */
  public static String counter(String name) {
    return "counter." + name;
  }

  /** How sysfs names the attributes of a device. */
  public static String ofSysfs(String file) {
    return switch (file) {
      case "fw_ver" -> FIRMWARE;
      case "board_id" -> BOARD;
      case "hca_type" -> HARDWARE;
      case "hw_rev" -> REVISION;
      case "node_guid" -> NODE_GUID;
      case "sys_image_guid" -> SYSTEM_GUID;
      case "node_desc" -> "description";
      default -> file.replace('_', '-');
    };
  }

  /**
   * ACTIVE for {@code PORT_ACTIVE (4)}, {@code Active}; LINKUP for {@code LINK_UP}, {@code LinkUp}.
   */
  public static String state(String text) {
    String word = text.strip().split("[ (]", 2)[0].toUpperCase(Locale.ROOT);
    String plain = word.startsWith("PORT_") ? word.substring(5) : word;
    return switch (plain) {
      case "LINK_UP" -> "LINKUP";
      case "INITIALIZING", "INITIALIZE" -> "INIT";
      default -> plain;
    };
  }

  /** v1 for {@code IB/RoCE v1}, v2 for {@code RoCE v2}. */
  public static String gidType(String text) {
    String small = text.strip().toLowerCase(Locale.ROOT);
    if (small.contains("v2")) {
      return "v2";
    }
    return small.contains("v1") ? "v1" : small;
  }
}
