package dev.headroom.app.show;

import dev.headroom.model.server.Server;
import java.util.Arrays;
import java.util.LinkedHashMap;
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

  /** Folder of the functions. */
  static final String PCI = "sys/bus/pci/devices/";

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
    Map<String, String> files = new LinkedHashMap<>();
    for (int nic = 0; nic < server.nics().size(); nic++) {
      Optional<PcieErrors> errors = run.pcie(nic);
      if (errors.isPresent()) {
        String above = PCI + PciFunctions.portAbove(server, nic) + "/";
        String own = PCI + PciFunctions.addressOf(server, nic) + "/";
        files(errors.get().port()).forEach((name, text) -> files.put(above + name, text));
        files(errors.get().endpoint()).forEach((name, text) -> files.put(own + name, text));
      }
    }
    if (files.isEmpty()) {
      throw new IllegalArgumentException(
          "the PCIe links of %s are ideal and have no errors; set hosts.stages: detailed"
              .formatted(server.name()));
    }
    return MachineFiles.print(files);
  }

  /** The three files of a function by their names. */
  static Map<String, String> files(AerCounters seen) {
    StringBuilder correctable = new StringBuilder();
    for (Map.Entry<String, Long> each : seen.byName().entrySet()) {
      correctable.append(each.getKey()).append(' ').append(each.getValue()).append('\n');
    }
    correctable.append("NonFatalErr 0\nCorrIntErr 0\nHeaderOF 0\n");
    correctable.append("TOTAL_ERR_COR ").append(seen.total()).append('\n');
    Map<String, String> files = new LinkedHashMap<>();
    files.put("aer_dev_correctable", correctable.toString());
    files.put("aer_dev_fatal", uncorrectable("FATAL"));
    files.put("aer_dev_nonfatal", uncorrectable("NONFATAL"));
    return files;
  }

  private static String uncorrectable(String kind) {
    StringBuilder out = new StringBuilder();
    for (String name : ("Undefined " + UNCORRECTABLE + COUNTED).split(" ")) {
      out.append(name).append(" 0\n");
    }
    return out.append("TOTAL_ERR_").append(kind).append(" 0\n").toString();
  }
}
