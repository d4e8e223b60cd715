package dev.headroom.formats.catalogue;

import dev.headroom.formats.nvidia.TopologyMatrixReader;
import dev.headroom.formats.pci.LspciReader;
import dev.headroom.formats.read.Around;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.sysfs.SysfsReader;
import java.util.List;
import java.util.stream.Stream;

/** All formats that machines print. Where two could take a line, the one named first does. */
public final class Catalogue {
  private static final List<Reader> READERS =
      List.of(new SysfsReader(), new LspciReader(), new TopologyMatrixReader());

  private Catalogue() {}

  /** Reads all of them. Any number of threads may use it. */
  public static FactReader reader() {
    return new FactReader(READERS);
  }

  /** Every kind there is, in the order in which they are tried. */
  public static List<Kind> kinds() {
    return Stream.concat(READERS.stream().map(Reader::kind), Stream.of(Around.PASTED, Around.TEXT))
        .toList();
  }
}
