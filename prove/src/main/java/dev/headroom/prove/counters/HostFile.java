package dev.headroom.prove.counters;

import java.util.List;
import java.util.Locale;

/**
 * Row of the table of files that burn-ins and watches read of a Linux host ({@code files.tsv}).
 *
 * @param path pattern of files, without a leading slash; a star stands within a name
 * @param watch how often a watch reads them
 * @param burnIn whether a burn-in reads them before and after each slice
 */
public record HostFile(String path, Watching watch, boolean burnIn) {
  /** Folder of the RDMA devices. */
  public static final String RDMA = "sys/class/infiniband";

  /** Folder of the network interfaces. */
  public static final String NET = "sys/class/net";

  /** File with the identity of the boot. */
  public static final String BOOT = "proc/sys/kernel/random/boot_id";

  private static final List<HostFile> ALL =
      TableFile.rows(HostFile.class, "files.tsv").stream()
          .map(cells -> new HostFile(cells[0], Watching.written(cells[1]), cells[2].equals("yes")))
          .toList();

  /** How often a watch reads a file. */
  public enum Watching {
    /** In each sample. */
    EACH,

    /** Now and then: it costs more, or changes slowly. */
    SELDOM,
    NO;

    private static Watching written(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** Patterns that a watch reads so often. */
  public static List<String> watched(Watching often) {
    return ALL.stream().filter(each -> each.watch() == often).map(HostFile::path).toList();
  }

  /** Patterns that a burn-in reads. */
  public static List<String> ofBurnIn() {
    return ALL.stream().filter(HostFile::burnIn).map(HostFile::path).toList();
  }
}
