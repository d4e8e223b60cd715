package dev.headroom.audit.fix;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a group of steps that depend on each other, which a script makes together or not at all.
 *
 * @param title the group's name in the script: {@code RoCE class of eth0}
 */
record StepGroup(String title) {
  private static final Pattern CONGESTION =
      Pattern.compile("/sys/class/net/([^/]+)/ecn/(?:roce_np|roce_rp)/.*");

  /**
   * The group of a change.
   *
   * @param part the part of the host that the finding names: the interface of an RDMA device
   */
  static StepGroup of(SettingChange change, String part) {
    String name = change.names().getFirst();
    return new StepGroup(
        switch (change.setting()) {
          case PAUSE, TRUST, PFC -> roce(name);
          case ROCE_TOS -> roce(part.isEmpty() ? name : part);
          case FILE -> file(name);
          case MTU -> "MTU of " + name;
          case RING -> "rings of " + name;
          case OFFLOAD, PRIVATE_FLAG -> "offloads of " + name;
          case SYSCTL -> "sysctl " + parent(name);
          case MODULE_LOADED -> "module " + name;
          case PCI_FIELD ->
              change.names().getLast().startsWith("ECAP_ACS")
                  ? "access control (ACS) of PCIe bridges"
                  : "PCIe function " + name;
          case SERVICE_STOPPED, IRQ -> "interrupts";
          case UNIT_MEMLOCK, LIMITS_MEMLOCK -> "limit on pinned memory";
          case FIRMWARE -> "firmware of " + name;
        });
  }

  private static String roce(String netdev) {
    return "RoCE class of " + netdev;
  }

  /** Marks of a lossless class are useless without the class. */
  private static String file(String path) {
    Matcher congestion = CONGESTION.matcher(path);
    return congestion.matches() ? roce(congestion.group(1)) : "file " + path;
  }

  /** {@code net.ipv4.conf.all} of {@code net.ipv4.conf.all.arp_ignore}. */
  private static String parent(String key) {
    int last = Math.max(key.lastIndexOf('.'), key.lastIndexOf('/'));
    return last < 0 ? key : key.substring(0, last);
  }
}
