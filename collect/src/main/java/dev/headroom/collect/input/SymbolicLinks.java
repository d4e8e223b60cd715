package dev.headroom.collect.input;

import dev.headroom.formats.source.MachineSource;
import dev.headroom.formats.source.SourceVisitor;
import dev.headroom.formats.source.UnreadSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * Symbolic links of an archive, recorded as text and never followed. In a copy of sysfs they are
 * what says which device hangs on which bridge.
 */
final class SymbolicLinks {
  /** More is not a copy of any host's sysfs. */
  private static final int MOST = 100_000;

  /** Of those that lead out; a copy of {@code /etc} has hundreds. */
  private static final int MOST_NAMED = 5;

  private final String origin;
  private final String folder;
  private final Map<String, StringBuilder> byHost = new TreeMap<>();
  private int count;
  private int leadOut;

  /**
   * None yet.
   *
   * @param folder the folder of the one host that all of them are of, or blank if names say whose
   */
  SymbolicLinks(String origin, String folder) {
    this.origin = origin;
    this.folder = folder;
  }

  /** Takes one that is no file; says what is wrong with it if it is not to be taken. */
  Optional<String> add(TarArchiveEntry entry, String name) {
    if (!entry.isSymbolicLink()) {
      return Optional.of(
          entry.isLink()
              ? "is a hard link to another file; not read"
              : "is a device or a pipe; not read");
    }
    return add(name, entry.getLinkName());
  }

  /** Takes a symbolic link. */
  Optional<String> add(String name, String target) {
    if (leadsOut(name, target)) {
      return ++leadOut > MOST_NAMED
          ? Optional.empty()
          : Optional.of(
              "is a link that leads outside, to " + SourceNaming.shown(target) + "; not followed");
    }
    if (++count > MOST) {
      return Optional.of("exceeds the limit of links; not read");
    }
    SourceNaming naming =
        folder.isEmpty() ? SourceNaming.of(name) : SourceNaming.under(folder, name);
    byHost
        .computeIfAbsent(naming.host(), host -> new StringBuilder())
        .append('/')
        .append(naming.path())
        .append(" -> ")
        .append(SourceNaming.shown(target))
        .append('\n');
    return Optional.empty();
  }

  private static boolean leadsOut(String name, String target) {
    if (target.startsWith("/")) {
      return true;
    }
    int depth = (int) name.chars().filter(c -> c == '/').count();
    for (String part : target.split("/")) {
      if (part.equals("..")) {
        depth--;
      } else if (!part.isEmpty() && !part.equals(".")) {
        depth++;
      }
      if (depth < 0) {
        return true;
      }
    }
    return false;
  }

  /** One source for each host that has links. */
  List<MachineSource> sources() {
    return List.copyOf(byHost.keySet()).stream().map(host -> of(host).orElseThrow()).toList();
  }

  /** The links of one host, if it has some; asked once. */
  Optional<MachineSource> of(String host) {
    return Optional.ofNullable(byHost.remove(host))
        .map(text ->
            ArchiveReader.text(host, "headroom/links", origin + ": its links", text.toString()));
  }

  /** Tells in one line of those that lead out and were not named. */
  void others(SourceVisitor visitor) throws IOException {
    int more = leadOut - MOST_NAMED;
    if (more > 0) {
      visitor.visitUnread(
          new UnreadSource(
              origin, more + " more of its links lead outside; none was " + "followed"));
    }
  }
}
