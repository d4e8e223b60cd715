package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/**
 * Kernel file whose path determines the meaning of its text.
 *
 * @param key what it says, and of whom
 * @param path the end of its path, as the key has found it
 * @param folder what stands before that end, with its slash
 */
record KernelFile(SysfsPathKey key, MatchResult path, String folder) {
  /** Where the ends of paths that are known begin on a machine that runs. */
  private static final Set<String> HOMES =
      Set.of(
          "/",
          "/sys/class/",
          "/sys/class/infiniband/",
          "/sys/bus/pci/",
          "/sys/devices/system/",
          "/sys/devices/system/cpu/",
          "/sys/devices/system/clocksource/",
          "/sys/kernel/",
          "/sys/kernel/mm/",
          "/sys/kernel/config/");

  /** The file of this path, wherever it is kept: within an archive or folder, with any slashes. */
  static Optional<KernelFile> of(String name) {
    String path = name.replace('\\', '/');
    int last = path.lastIndexOf('/') + 1;
    String leaf = path.substring(last);
    for (SysfsPathKey key : SysfsPaths.ALL) {
      if (!key.leaf().matcher(leaf).matches()) {
        continue;
      }
      Matcher end = key.path().matcher(path);
      for (int from = last; from >= 0; from = before(path, from)) {
        if (end.region(from, path.length()).matches()) {
          return Optional.of(new KernelFile(key, end.toMatchResult(), path.substring(0, from)));
        }
      }
    }
    return Optional.empty();
  }

  /** Where the name begins that stands before the one that begins here; -1 before the first. */
  private static int before(String path, int from) {
    return from == 0 ? -1 : path.lastIndexOf('/', from - 2) + 1;
  }

  /** The same, of which this is the whole path. */
  KernelFile atPath(String whole) {
    return new KernelFile(key, path, whole);
  }

  /** Whether the folder adds nothing: the file is where the kernel has it. */
  boolean isInKernelFolder() {
    return HOMES.contains(folder);
  }

  /** Says what this text in it means. */
  void addFact(TextLine line, String text, FactSink sink) {
    Subject subject = key.subject().apply(path);
    String name = key.key().apply(path);
    String value = key.value().apply(text);
    sink.add(line, subject, name, value);
    if (!value.equals(text)) {
      sink.add(line, subject, name + ".words", text);
    }
  }
}
