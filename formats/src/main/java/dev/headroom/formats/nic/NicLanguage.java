package dev.headroom.formats.nic;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Interface of a NIC or a host for settings, with the effect of a change there. */
public enum NicLanguage {
  /** Files of MLNX_OFED, in force at once, until the driver is loaded again. */
  MLX5_SYSFS("mlx5-sysfs", "mlx5 sysfs", ""),
  /** Files of the kernel's driver, mode 0600. */
  MLX5_DEBUGFS("mlx5-debugfs", "mlx5 debugfs", ""),
  /** The stored configuration of the firmware. */
  MLXCONFIG(
      "mlxconfig",
      "mlxconfig",
      "it is in force after mlxfwreset or a cold boot; write only what mlxconfig -e query lists"),
  /** Parameters of Intel's out-of-tree driver. */
  IRDMA(
      "irdma",
      "irdma",
      "parameters are read when the module loads, which ends all RDMA connections of the host; the "
          + "kernel's own irdma has none of them"),
  /** Files in configfs of Broadcom's out-of-tree driver. */
  BNXT(
      "bnxt",
      "bnxt_re",
      "the files are those of Broadcom's own driver; with the kernel's driver the step fails"),
  /** AMD Pensando's tool. */
  AMD("amd", "AMD nicctl", ""),
  SYSCTL("sysctl", "sysctl", ""),
  ETHTOOL("ethtool", "ethtool", "a change of rings drops the link for a moment");

  private final String word;
  private final String device;
  private final String warning;

  NicLanguage(String word, String device, String warning) {
    this.word = word;
    this.device = device;
    this.warning = warning;
  }

  /** As commands name it. */
  public String word() {
    return word;
  }

  /** As documentation calls it. */
  public String title() {
    return device;
  }

  /** The device of its rows in the table of settings. */
  String device() {
    return device;
  }

  /** Effect of a change; blank if none. */
  String warning() {
    return warning;
  }

  public static Optional<NicLanguage> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(NicLanguage::word).toList();
  }
}
