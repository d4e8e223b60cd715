package dev.headroom.model.machine;

import java.util.List;

/**
 * PCIe slot of a device.
 *
 * @param numaNode whose CPU it hangs on
 * @param hostBridge of that CPU, numbered over the server
 * @param switches ports of PCIe switches from the root port down, numbered over the server, ten to
 *     a host bridge
 */
public record PcieSlot(int numaNode, int hostBridge, List<Integer> switches) {
  public PcieSlot {
    switches = List.copyOf(switches);
  }
}
