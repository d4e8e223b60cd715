package dev.headroom.formats.sysfs;

import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;

/** Reader of sysfs files that hold one value, each identified by the end of its path. */
public final class SysfsReader extends Reader {
  public SysfsReader() {
    super(
        Kind.of(
            "sysfs",
            "values of the kernel: RDMA devices, their ports and counters, PCI, NUMA",
            "/sys/class/infiniband, /sys/bus/pci/devices, /sys/devices/system/node"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.isFirst(at) && KnownFile.of(document.source().name()).isPresent();
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    return document.size();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    KnownFile.of(block.source().name())
        .ifPresent(file -> {
          for (Line line : block) {
            if (!line.isBlank()) {
              file.say(line, line.text().strip(), sink);
            }
          }
        });
  }
}
