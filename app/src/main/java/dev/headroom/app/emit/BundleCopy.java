package dev.headroom.app.emit;

import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.audit.emit.LaidBundle;
import dev.headroom.collect.input.SourceOpener;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.source.SourceStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Copy of bundles with a plan laid into their files. */
public final class BundleCopy {
  private BundleCopy() {}

  /**
   * Writes the copy.
   *
   * @param paths what the hosts were read from
   * @param to a folder that is empty or not there
   */
  public static LaidBundle write(List<Path> paths, List<HostFacts> hosts, EmitPlan plan, Path to)
      throws IOException {
    List<SourceStream> sources = new ArrayList<>();
    for (Path path : paths) {
      sources.addAll(SourceOpener.open(path));
    }
    return LaidBundle.write(sources, hosts, plan, to);
  }
}
