package dev.headroom.app.show;

import dev.headroom.model.server.Server;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Output of PCIe Advanced Error Reporting: the bits as lspci prints them (pciutils, {@code
 * ls-ecaps.c}), and the counters as Linux has them in files ({@code drivers/pci/pcie/aer.c}; {@code
 * Documentation/ABI/testing/sysfs-bus-pci-devices-aer}). Errors that cannot be corrected are none
 * of the model's, so that their bits are off and their counters 0.
 */
final class AdvancedErrorReporting {
  private static final String UNCORRECTABLE =
      "DLP SDES TLP FCP CmpltTO CmpltAbrt UnxCmplt RxOF MalfTLP ECRC UnsupReq ACSViol";

  /** Those that Linux counts besides. */
  private static final String COUNTED =
      " UncorrIntErr BlockedTLP AtomicOpBlocked TLPBlockedErr PoisonTLPBlocked";

  private AdvancedErrorReporting() {}

  /** The capability of a function. */
  static String capability(AerCounters seen) {
    return """
    \tCapabilities: [100 v1] Advanced Error Reporting
    \t\tUESta:\t%s
    \t\tCESta:\t%s AdvNonFatalErr-
    """
        .formatted(
            Arrays.stream(UNCORRECTABLE.split(" "))
                .map(name -> name + "-")
                .collect(Collectors.joining(" ")),
            seen.byName().entrySet().stream()
                .map(bit -> bit.getKey() + (bit.getValue() > 0 ? "+" : "-"))
                .collect(Collectors.joining(" ")));
  }

  /**
   * The files of NICs and of the ports above them, as {@code tail -n +1
   * /sys/bus/pci/devices/ADDRESS/aer_dev_*} prints them; nothing of a NIC whose PCIe link is ideal.
   */
  static String files(Server server, ServerActivity run) {
    StringBuilder out = new StringBuilder();
    for (int nic = 0; nic < server.nics().size(); nic++) {
      Optional<PcieErrors> errors = run.pcie(nic);
      if (errors.isPresent()) {
        files(out, PciFunctions.portAbove(server, nic), errors.get().port());
        files(out, PciFunctions.addressOf(server, nic), errors.get().endpoint());
      }
    }
    if (out.isEmpty()) {
      throw new IllegalArgumentException(
          "the PCIe links of %s are ideal and have no errors; set hosts.stages: detailed"
              .formatted(server.name()));
    }
    return out.toString();
  }

  private static void files(StringBuilder out, String address, AerCounters seen) {
    heading(out, address, "correctable");
    for (Map.Entry<String, Long> each : seen.byName().entrySet()) {
      out.append(each.getKey()).append(' ').append(each.getValue()).append('\n');
    }
    out.append("NonFatalErr 0\nCorrIntErr 0\nHeaderOF 0\n");
    out.append("TOTAL_ERR_COR ").append(seen.total()).append('\n');
    uncorrectable(out, address, "fatal");
    uncorrectable(out, address, "nonfatal");
  }

  private static void uncorrectable(StringBuilder out, String address, String kind) {
    heading(out, address, kind);
    for (String name : ("Undefined " + UNCORRECTABLE + COUNTED).split(" ")) {
      out.append(name).append(" 0\n");
    }
    out.append("TOTAL_ERR_").append(kind.toUpperCase(Locale.ROOT)).append(" 0\n");
  }

  private static void heading(StringBuilder out, String address, String kind) {
    out.append(out.isEmpty() ? "" : "\n")
        .append("==> /sys/bus/pci/devices/")
        .append(address)
        .append("/aer_dev_")
        .append(kind)
        .append(" <==\n");
  }
}
