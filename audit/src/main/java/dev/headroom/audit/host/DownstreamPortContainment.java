package dev.headroom.audit.host;

import dev.headroom.audit.Severity;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.host.PciTree;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Devices below PCIe ports that contained an error (Downstream Port Containment). */
final class DownstreamPortContainment {
  private static final Pattern PORT =
      Pattern.compile("pcieport ([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]): DPC:");

  private DownstreamPortContainment() {}

  /**
   * A disk that was pulled out contains an error too: a note, where what hangs below each port is
   * known and none of it is a GPU or a NIC.
   */
  static Severity severity(HostFacts host, List<String> lines) {
    for (String line : lines) {
      Matcher port = PORT.matcher(line);
      if (!port.find() || mayMatter(host.pci(), port.group(1))) {
        return Severity.ERROR;
      }
    }
    return Severity.INFO;
  }

  private static boolean mayMatter(PciTree tree, String port) {
    List<PciDevice> below =
        tree.devices().stream()
            .filter(device ->
                tree.bridgesAbove(device).stream()
                    .anyMatch(bridge -> bridge.address().equals(port)))
            .toList();
    return below.isEmpty() || below.stream().anyMatch(device -> device.isGpu() || device.isNic());
  }
}
