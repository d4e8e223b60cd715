package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.Optional;
import java.util.regex.Matcher;

/** Files of sysfs that hold one value, each known by the end of its path. */
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
    return document.isFirst(at) && key(document.source().name()).isPresent();
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    return document.size();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    key(block.source().name()).ifPresent(found -> read(block, found, sink));
  }

  private static void read(Block block, Found found, FactSink sink) {
    for (Line line : block) {
      if (!line.isBlank()) {
        said(line, line.text().strip(), found, sink);
      }
    }
  }

  private static void said(Line line, String text, Found found, FactSink sink) {
    Subject subject = found.key().subject().apply(found.path());
    String key = found.key().key().apply(found.path());
    String value = found.key().value().apply(text);
    sink.say(line, subject, key, value);
    if (!value.equals(text)) {
      sink.say(line, subject, key + ".words", text);
    }
  }

  /** The name within an archive or folder, with slashes. */
  private static Optional<Found> key(String name) {
    String path = name.replace('\\', '/');
    String leaf = path.substring(path.lastIndexOf('/') + 1);
    for (PathKey key : SysfsPaths.ALL) {
      if (!key.leaf().matcher(leaf).matches()) {
        continue;
      }
      Matcher matcher = key.path().matcher(path);
      if (matcher.matches()) {
        return Optional.of(new Found(key, matcher));
      }
    }
    return Optional.empty();
  }

  private record Found(PathKey key, Matcher path) {}
}
