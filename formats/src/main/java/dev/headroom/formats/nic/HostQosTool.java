package dev.headroom.formats.nic;

import dev.headroom.formats.emit.EmitStep;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tool that sets the QoS of a NIC, with its commands. Holes in braces are names and numbers.
 *
 * <p>Sources: {@code mlnx_qos} of mlnx-tools; the manual pages {@code dcb-pfc}, {@code dcb-app} and
 * {@code dcb-ets} of iproute2; Broadcom's {@code bnxt_setupcc.sh} 236.1, which names a card by its
 * PCI address; AMD's reference configuration of MI300X clusters, and its Device Config Manager
 * (ROCm/device-config-manager) for the option that names a port by its UUID.
 */
public enum HostQosTool {
  MLNX_QOS(
      "mlnx_qos",
      "mlnx_qos -i {interface} --trust dscp",
      "mlnx_qos -i {interface} --dscp2prio set,{dscp},{class}",
      "mlnx_qos -i {interface} --pfc {bits}",
      "mlnx_qos -i {interface} --prio_tc {classes} --tsa {algorithms} --tcbw {shares}",
      "mlnx_qos -i {interface}"),
  /** A port trusts DSCPs once it has a map of them. */
  DCB(
      "dcb",
      "",
      "dcb app replace dev {interface} dscp-prio {dscp}:{class}",
      "dcb pfc set dev {interface} prio-pfc all:off {on}",
      "dcb ets set dev {interface} prio-tc {classOfEach} tc-tsa {algorithmOfEach} tc-bw {shareOfEach}",
      "dcb pfc show dev {interface}\ndcb app show dev {interface}\ndcb ets show dev {interface}"),
  /** Selector 5 is DSCP; the classes of the tool have shares of their own. */
  NICCLI(
      "niccli",
      "",
      "niccli --dev {card} qos --apptlv --add --app {class},5,{dscp}",
      "niccli --dev {card} qos --pfc --enable {classes}",
      "",
      "niccli --dev {card} qos --ets --show"),
  /**
   * Without the UUID of a port, a command is for the ports of all cards of the host; the type of
   * classification always is. A strict priority needs a rate limit: one of 0 is refused as invalid.
   */
  NICCTL(
      "nicctl",
      "nicctl update qos --classification-type DSCP",
      "nicctl update qos {ofPort}dscp-to-priority --dscp {dscp} --priority {class}",
      "nicctl update qos {ofPort}pfc --priority {class} --no-drop enable",
      "nicctl update qos {ofPort}scheduling --priority {queues} --dwrr {queueShares} --rate-limit {limits}",
      "nicctl show qos");

  private final String word;
  private final String trust;
  private final String dscp;
  private final String pause;
  private final String shares;
  private final String check;

  HostQosTool(String word, String trust, String dscp, String pause, String shares, String check) {
    this.word = word;
    this.trust = trust;
    this.dscp = dscp;
    this.pause = pause;
    this.shares = shares;
    this.check = check;
  }

  /** As commands name it. */
  public String word() {
    return word;
  }

  /** The command of a step; blank if the tool has none. */
  String command(EmitStep step) {
    return switch (step) {
      case PAUSE -> pause;
      case CLASSES -> dscp;
      case SCHEDULING -> shares;
      default -> "";
    };
  }

  String trust() {
    return trust;
  }

  /**
   * The command without which PFC of single classes has no effect; blank if there is none. Link
   * pauses and PFC exclude each other on a port.
   */
  String pauseType() {
    return this == NICCTL
        ? "nicctl update port {portOrAll} --pause-type pfc --rx-pause enable --tx-pause enable"
        : "";
  }

  /** Whether it is NVIDIA's or the kernel's own, which drivers of NVIDIA understand. */
  boolean isGeneric() {
    return this == MLNX_QOS || this == DCB;
  }

  /**
   * The command that ends PFC on a class; blank if the command for pauses names all classes that
   * are to have them.
   */
  String retirement() {
    return this == NICCTL
        ? "nicctl update qos {ofPort}pfc --priority {class} --no-drop disable"
        : "";
  }

  /**
   * The command that ends an entry of a DSCP and its priority; blank if each DSCP always has one
   * priority. DCB keeps several entries of one DSCP (dcb-app(8)).
   */
  String dscpRemoval() {
    return switch (this) {
      case NICCLI -> "niccli --dev {card} qos --apptlv --del --app {class},5,{dscp}";
      case DCB -> "dcb app del dev {interface} dscp-prio {dscp}:{class}";
      case MLNX_QOS, NICCTL -> "";
    };
  }

  /** The command that adds an entry beside others of the same DSCP. */
  String dscpAddition() {
    return this == DCB ? "dcb app add dev {interface} dscp-prio {dscp}:{class}" : dscp;
  }

  /** Whether an entry of a DSCP replaces the others of it. */
  boolean replacesDscps() {
    return this != NICCLI;
  }

  String check() {
    return check;
  }

  public static Optional<HostQosTool> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(HostQosTool::word).toList();
  }
}
