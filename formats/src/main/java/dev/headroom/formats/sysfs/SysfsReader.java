package dev.headroom.formats.sysfs;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;

/** Reader of sysfs files that hold one value, each identified by the end of its path. */
public final class SysfsReader extends FormatReader {
  public SysfsReader() {
    super(
        FormatKind.of(
            "sysfs",
            "kernel values: RDMA devices, ports and counters, PCI, NUMA",
            "/sys/class/infiniband, /sys/bus/pci/devices, /sys/devices/system/node"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.isFirst(at) && KernelFile.of(document.source().name()).isPresent();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return document.size();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    KernelFile.of(block.source().name())
        .ifPresent(file -> {
          for (TextLine line : block) {
            if (!line.isBlank()) {
              file.addFact(line, line.text().strip(), sink);
            }
          }
        });
  }
}
