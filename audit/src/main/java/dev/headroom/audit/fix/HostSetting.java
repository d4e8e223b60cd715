package dev.headroom.audit.fix;

import static dev.headroom.audit.fix.CommandValueSyntax.CPU_LIST;
import static dev.headroom.audit.fix.CommandValueSyntax.INTERFACE;
import static dev.headroom.audit.fix.CommandValueSyntax.KERNEL_FILE;
import static dev.headroom.audit.fix.CommandValueSyntax.MODULE;
import static dev.headroom.audit.fix.CommandValueSyntax.NUMBER;
import static dev.headroom.audit.fix.CommandValueSyntax.PCI_ADDRESS;
import static dev.headroom.audit.fix.CommandValueSyntax.PCI_REGISTER;
import static dev.headroom.audit.fix.CommandValueSyntax.PRIORITY_BITS;
import static dev.headroom.audit.fix.CommandValueSyntax.RDMA_DEVICE;
import static dev.headroom.audit.fix.CommandValueSyntax.SYSCTL_KEY;
import static dev.headroom.audit.fix.CommandValueSyntax.SYSCTL_VALUE;
import static dev.headroom.audit.fix.CommandValueSyntax.UNIT;
import static dev.headroom.audit.fix.CommandValueSyntax.WORD;

import dev.headroom.model.text.ShellQuoting;
import java.util.List;
import java.util.Locale;

/**
 * Setting of a running host that one command changes, and the same command with the old value
 * restores. In the templates {@code {0}} and {@code {1}} are what it is of, {@code {v}} the new
 * value, quoted for a shell, or as they are with {@code :plain} within quotes and comments: their
 * grammars hold nothing that ends either. What begins with {@code #} is words, not a command. Steps
 * of one {@link StepGroup} are made in the order of these constants.
 */
public enum HostSetting {
  SYSCTL(
      List.of(SYSCTL_KEY),
      SYSCTL_VALUE,
      "sysctl -w {0}={v}",
      "printf '%s = %s\\n' {0} {v} >> /etc/sysctl.d/90-headroom.conf",
      Disruption.NONE),
  /** Loaded or not: {@code yes} or {@code no}. */
  MODULE_LOADED(
      List.of(MODULE),
      WORD,
      "modprobe {0}",
      "printf '%s\\n' {0} > /etc/modules-load.d/headroom-{0}.conf",
      Disruption.NONE),
  /**
   * A field of a register of a PCI capability: {@code setpci} finds the capability, reads the
   * register, changes the bits of the mask only and writes it back. The value is {@code
   * hex:hexmask}.
   */
  PCI_FIELD(
      List.of(PCI_ADDRESS, PCI_REGISTER),
      WORD,
      "setpci -s {0} {1}={v}",
      "# registers are reset at each boot: run the same command from a systemd unit before jobs "
          + "start",
      Disruption.NONE),
  MTU(
      List.of(INTERFACE),
      NUMBER,
      "ip link set dev {0} mtu {v}",
      "nmcli connection modify \"$(nmcli -g GENERAL.CONNECTION device show {0})\" "
          + "802-3-ethernet.mtu {v}  # without NetworkManager: mtu: {v:plain} of the interface in"
          + " /etc/netplan and netplan apply, or MTUBytes={v:plain} in its .link file of systemd",
      Disruption.LINK),
  /** 802.3x pause of both directions: {@code on} or {@code off}. */
  PAUSE(
      List.of(INTERFACE),
      WORD,
      "ethtool -A {0} rx {v} tx {v}",
      "nmcli connection modify \"$(nmcli -g GENERAL.CONNECTION device show {0})\" "
          + "ethtool.pause-rx {v} ethtool.pause-tx {v}  # without"
          + " NetworkManager: RxFlowControl={v:plain} and TxFlowControl={v:plain} in its .link file of systemd",
      Disruption.LINK),
  /** What a NIC goes by: {@code dscp} or {@code pcp}. */
  TRUST(
      List.of(INTERFACE),
      WORD,
      "mlnx_qos -i {0} --trust {v}",
      "printf '%s\\n' 'ACTION==\"add\", SUBSYSTEM==\"net\", NAME==\"{0:plain}\", \\'"
          + " 'RUN+=\"/usr/bin/mlnx_qos -i {0:plain} --trust {v:plain}\"'"
          + " > /etc/udev/rules.d/90-headroom-trust-{0:plain}.rules",
      Disruption.NONE),
  /** A file of sysfs or procfs that takes a word. */
  FILE(
      List.of(KERNEL_FILE),
      WORD,
      "printf '%s\\n' {v} > {0}",
      "# the line: w {0:plain} - - - - {v:plain} in /etc/tmpfiles.d/90-headroom.conf, if the "
          + "file exists at boot; else the same command from a systemd unit that runs after its "
          + "driver",
      Disruption.NONE),
  /** ToS byte of connections that librdmacm makes. */
  ROCE_TOS(
      List.of(RDMA_DEVICE),
      NUMBER,
      "cma_roce_tos -d {0} -t {v}",
      "# run the same command from a systemd unit after the device appears",
      Disruption.NEW_JOBS),
  PFC(
      List.of(INTERFACE),
      PRIORITY_BITS,
      "mlnx_qos -i {0} --pfc {v}",
      "printf '%s\\n' 'ACTION==\"add\", SUBSYSTEM==\"net\", NAME==\"{0:plain}\", \\'"
          + " 'RUN+=\"/usr/bin/mlnx_qos -i {0:plain} --pfc {v:plain}\"'"
          + " > /etc/udev/rules.d/90-headroom-pfc-{0:plain}.rules",
      Disruption.LINK),
  /** Whether a service of systemd is stopped: {@code yes} or {@code no}. */
  SERVICE_STOPPED(
      List.of(UNIT), WORD, "systemctl stop {0}", "systemctl disable {0}", Disruption.NONE),
  IRQ(
      List.of(NUMBER),
      CPU_LIST,
      "printf '%s\\n' {v} > /proc/irq/{0}/smp_affinity_list",
      "# run the same command from a systemd unit",
      Disruption.NONE),
  RING(
      List.of(INTERFACE),
      NUMBER,
      "ethtool -G {0} rx {v} tx {v}",
      "nmcli connection modify \"$(nmcli -g GENERAL.CONNECTION device show {0})\" "
          + "ethtool.ring-rx {v} ethtool.ring-tx {v}  # without NetworkManager:"
          + " RxBufferSize={v:plain} and TxBufferSize={v:plain} in its .link file of systemd",
      Disruption.LINK),
  /** An offload of an interface, by ethtool's name: {@code on} or {@code off}. */
  OFFLOAD(
      List.of(INTERFACE, WORD),
      WORD,
      "ethtool -K {0} {1} {v}",
      "nmcli connection modify \"$(nmcli -g GENERAL.CONNECTION device show {0})\" "
          + "ethtool.feature-{1:plain} {v}  # without NetworkManager: run the same command from a"
          + " systemd unit",
      Disruption.NONE),
  /** A flag that only one driver has: {@code on} or {@code off}. */
  PRIVATE_FLAG(
      List.of(INTERFACE, WORD),
      WORD,
      "ethtool --set-priv-flags {0} {1} {v}",
      "# run the same command from a systemd unit",
      Disruption.NONE),
  /** The limit on pinned memory that a unit of systemd gives its processes: {@code infinity}. */
  UNIT_MEMLOCK(
      List.of(UNIT),
      WORD,
      "mkdir -p /etc/systemd/system/{0:plain}.d && printf '%s\\n' '[Service]'"
          + " 'LimitMEMLOCK={v:plain}' > /etc/systemd/system/{0:plain}.d/90-headroom-memlock.conf"
          + " && systemctl daemon-reload  # then restart {0:plain}, when no job runs",
      "",
      Disruption.NEW_JOBS),
  /** The limit on pinned memory of login sessions: {@code unlimited}. */
  LIMITS_MEMLOCK(
      List.of(WORD),
      WORD,
      "printf '%s\\n' '* soft memlock {v:plain}' '* hard memlock {v:plain}'"
          + " > /etc/security/limits.d/90-headroom-memlock.conf",
      "",
      Disruption.NEW_JOBS),
  /** A setting in the NIC's own memory. */
  FIRMWARE(
      List.of(PCI_ADDRESS, WORD), WORD, "mlxconfig -y -d {0} set {1}={v}", "", Disruption.REBOOT);

  @SuppressWarnings("ImmutableEnumChecker") // only ever List.of
  private final List<CommandValueSyntax> target;

  private final CommandValueSyntax value;
  private final String command;
  private final String afterReboot;
  private final Disruption disruption;

  HostSetting(
      List<CommandValueSyntax> target,
      CommandValueSyntax value,
      String now,
      String afterReboot,
      Disruption disruption) {
    this.target = target;
    this.value = value;
    this.command = now;
    this.afterReboot = afterReboot;
    this.disruption = disruption;
  }

  void check(List<String> names, String wanted) {
    if (names.size() != target.size()) {
      throw new IllegalArgumentException(name() + " is of " + target.size() + " names");
    }
    for (int i = 0; i < names.size(); i++) {
      target.get(i).checked(names.get(i));
    }
    if (this == PCI_FIELD) {
      for (String part : wanted.split(":", -1)) {
        CommandValueSyntax.HEX.checked(part);
      }
    } else {
      value.checked(wanted);
    }
  }

  String command(List<String> names, String wanted) {
    return filled(command, names, wanted);
  }

  String afterReboot(List<String> names, String wanted) {
    return filled(afterReboot, names, wanted);
  }

  private static String filled(String template, List<String> names, String wanted) {
    String text = template.replace("{v}", ShellQuoting.quote(wanted)).replace("{v:plain}", wanted);
    for (int i = 0; i < names.size(); i++) {
      text =
          text.replace("{" + i + "}", ShellQuoting.quote(names.get(i)))
              .replace("{" + i + ":plain}", names.get(i));
    }
    return text;
  }

  Disruption disruption() {
    return disruption;
  }

  /** The name of its functions in a script. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
