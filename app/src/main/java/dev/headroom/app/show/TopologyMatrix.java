package dev.headroom.app.show;

import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.PcieSlot;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.server.Server;
import java.util.ArrayList;
import java.util.List;

/** Output of {@code nvidia-smi topo -m}, as driver 535 and later print it. */
final class TopologyMatrix {
  private static final String LEGEND =
      """

      Legend:

        X    = Self
        SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes (e.g., QPI/UPI)
        NODE = Connection traversing PCIe as well as the interconnect between PCIe Host Bridges within a NUMA node
        PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)
        PXB  = Connection traversing multiple PCIe bridges (without traversing the PCIe Host Bridge)
        PIX  = Connection traversing at most a single PCIe bridge
        NV#  = Connection traversing a bonded set of # NVLinks

      NIC Legend:

      """;

  private final Server server;
  private final List<String> names = new ArrayList<>();
  private final List<PcieSlot> slots = new ArrayList<>();

  private TopologyMatrix(Server server) {
    this.server = server;
    ServerLayout layout = server.layout();
    for (int gpu = 0; gpu < layout.gpus().size(); gpu++) {
      names.add("GPU" + gpu);
      slots.add(layout.gpus().get(gpu));
    }
    server
        .nics()
        .forEach(nic -> {
          names.add("NIC" + nic.number());
          slots.add(nic.slot());
        });
  }

  static String of(Server server) {
    return new TopologyMatrix(server).text();
  }

  private String text() {
    StringBuilder out = new StringBuilder();
    out.append('\t').append(String.join("\t", names));
    out.append("\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n");
    for (int row = 0; row < names.size(); row++) {
      out.append(names.get(row));
      for (int column = 0; column < names.size(); column++) {
        out.append('\t').append(cell(row, column));
      }
      out.append(isGpu(row) ? affinity(slots.get(row)) : "\t\t\t\t").append('\n');
    }
    out.append(LEGEND);
    server
        .nics()
        .forEach(nic ->
            out.append("  NIC")
                .append(nic.number())
                .append(": ")
                .append(nic.device())
                .append('\n'));
    return out.toString();
  }

  private boolean isGpu(int row) {
    return row < server.layout().gpus().size();
  }

  private String cell(int row, int column) {
    if (row == column) {
      return " X ";
    }
    if (isGpu(row) && isGpu(column) && server.layout().nvlinks() > 0) {
      return "NV" + server.layout().nvlinks();
    }
    return DeviceDistance.between(slots.get(row), slots.get(column)).name();
  }

  /** Cores of the NUMA node, then their second threads where they have them. */
  private String affinity(PcieSlot slot) {
    ServerLayout layout = server.layout();
    int first = slot.numaNode() * layout.cores();
    String cores = range(first, layout.cores());
    if (layout.threads() == 2) {
      cores += "," + range(first + layout.numaNodes() * layout.cores(), layout.cores());
    }
    return "\t" + cores + "\t" + slot.numaNode() + "\t\tN/A";
  }

  private static String range(int first, int count) {
    return first + "-" + (first + count - 1);
  }
}
