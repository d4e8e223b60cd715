package dev.headroom.collect.open;

import dev.headroom.formats.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;

/**
 * Symbolic links of an archive: written down as text, never followed. In a copy of sysfs they are
 * what says which device hangs on which bridge.
 */
final class Links {
  /** More is not a copy of any host's sysfs. */
  private static final int MOST = 100_000;

  private final String origin;
  private final String folder;
  private final Map<String, StringBuilder> byHost = new TreeMap<>();
  private int count;

  Links(String origin, String folder) {
    this.origin = origin;
    this.folder = folder;
  }

  /** Takes one that is no file; says what is wrong with it if it is not to be taken. */
  Optional<String> add(TarArchiveEntry entry, String name) {
    if (!entry.isSymbolicLink()) {
      return Optional.of(
          entry.isLink()
              ? "is a second name of another file; not read"
              : "is a device or a pipe; not read");
    }
    return add(name, entry.getLinkName());
  }

  /** Takes a symbolic link. */
  Optional<String> add(String name, String target) {
    Naming naming = folder.isEmpty() ? Naming.of(name) : Naming.of(name).within(folder);
    if (leadsOut(name, target)) {
      return Optional.of("is a link that leads out to " + Naming.shown(target) + "; not followed");
    }
    if (++count > MOST) {
      return Optional.of("is one link too many; not read");
    }
    byHost
        .computeIfAbsent(naming.host(), host -> new StringBuilder())
        .append('/')
        .append(naming.path())
        .append(" -> ")
        .append(Naming.shown(target))
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
  List<Source> sources() {
    List<Source> sources = new ArrayList<>();
    byHost.forEach((host, text) ->
        sources.add(Archive.text(host, "headroom/links", origin + ": its links", text.toString())));
    return sources;
  }
}
