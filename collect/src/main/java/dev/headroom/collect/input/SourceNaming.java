package dev.headroom.collect.input;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Host, sample and path that a name in a folder or an archive stands for.
 *
 * @param host empty if nothing says
 * @param sample 1 or 2
 * @param path without the folders above the host's own tree
 */
record SourceNaming(String host, int sample, String path) {
  /** Folders that a host's own tree begins with. */
  private static final Set<String> TREE =
      Set.of(
          "sys",
          "proc",
          "etc",
          "var",
          "usr",
          "run",
          "home",
          "commands",
          "sos_commands",
          "headroom",
          "samples");

  /**
   * What tools call the folder that holds a host's report: both forms of sos (its {@code
   * policies.distros.LinuxPolicy}), SONiC's {@code generate_dump}, Mellanox's {@code
   * sysinfo-snapshot}, {@code nvsm dump health}, and the bundles of this program.
   */
  private static final List<ReportName> REPORTS =
      List.of(
          new ReportName(
              "sosreport-", "(.+?)(?:-\\d{5,})?-\\d{4}-\\d{2}-\\d{2}-[a-z]+(?:-obfuscated)?"),
          new ReportName("sosreport-", "([^.]+?)(?:\\.[^-]+)?-\\d{14}"),
          new ReportName("sonic_dump_", "(.+)_\\d{8}_\\d{6}"),
          new ReportName("sysinfo-snapshot-v", "[\\w.]+-(.+)-\\d{8}-\\d{6}"),
          new ReportName("nvsm-health-", "(.+)-\\d{14}"),
          new ReportName("headroom-", "(.+)"));

  /**
   * Name of a report's folder.
   *
   * @param start literal text that it begins with
   * @param rest pattern of the text after it; its group is the host
   */
  private record ReportName(String start, Pattern rest) {
    ReportName(String start, String rest) {
      this(start, Pattern.compile(rest));
    }

    Stream<String> host(String folder) {
      if (!folder.startsWith(start)) {
        return Stream.empty();
      }
      Matcher matcher = rest.matcher(folder).region(start.length(), folder.length());
      return matcher.matches() ? Stream.of(matcher.group(1)) : Stream.empty();
    }
  }

  private static final Pattern OF_HOST_ITSELF =
      Pattern.compile("(?:^|/)(?:proc|sys|etc|var|usr|sos_commands)/");

  private static final Pattern SOS_COMMAND = Pattern.compile("sos_commands/[^/]+/(.+)");
  private static final Pattern DEVICE = Pattern.compile("[\\w.-]+/ports/\\d+/.+");
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
  private static final Pattern SAMPLE = Pattern.compile("samples/([2-9])/(.+)");

  /** Reads a name that {@link #clean} has let through. */
  static SourceNaming of(String name) {
    String[] parts = name.split("/");
    for (int i = 0; i < parts.length - 1; i++) {
      if (TREE.contains(parts[i])) {
        String host = i == 0 ? "" : host(parts[i - 1]);
        return in(host, String.join("/", List.of(parts).subList(i, parts.length)));
      }
    }
    return parts.length == 1
        ? new SourceNaming("", 1, name)
        : in(host(parts[0]), name.substring(parts[0].length() + 1));
  }

  /** The name of something in a folder that holds one host and nothing else. */
  static SourceNaming under(String folder, String name) {
    return in(host(folder), name);
  }

  /** The name of what is packed in a file of this name. */
  SourceNaming unpacked() {
    return new SourceNaming(host, sample, path.replaceFirst("\\.(gz|xz|zst)$", ""));
  }

  /**
   * The name of what lies in an archive of this name: of the same host, if it is one's own file.
   */
  SourceNaming ofNested(String name) {
    SourceNaming own = of(name);
    return own.host().isEmpty() && !host.isEmpty() ? in(host, name) : own;
  }

  /** Whether a path tells that the folder it starts in is one host's. */
  static boolean isInHostFolder(String path) {
    String clean = path.replace('\\', '/');
    int slash = clean.indexOf('/');
    return slash > 0
        && (TREE.contains(clean.substring(0, slash)) || DEVICE.matcher(clean).matches());
  }

  /** Whether a file lies among those of a host itself, where no bundle of another one is kept. */
  static boolean isInHostTree(String path) {
    return OF_HOST_ITSELF.matcher(path.replace('\\', '/')).find();
  }

  private static SourceNaming in(String host, String path) {
    if (path.startsWith("samples/")) {
      Matcher sample = SAMPLE.matcher(path);
      if (sample.matches()) {
        return new SourceNaming(host, Integer.parseInt(sample.group(1)), sample.group(2));
      }
    }
    if (path.startsWith("sos_commands/")) {
      Matcher sos = SOS_COMMAND.matcher(path);
      return new SourceNaming(host, 1, sos.matches() ? "commands/" + sos.group(1) : path);
    }
    return new SourceNaming(host, 1, path);
  }

  private static String host(String folder) {
    return reported(folder).orElse(folder);
  }

  /** Whose report a folder of this name holds, if it is called as a tool calls one. */
  static Optional<String> reported(String folder) {
    return REPORTS.stream().flatMap(report -> report.host(folder)).findFirst();
  }

  /**
   * A name as a relative path with forward slashes and without characters that control a terminal;
   * nothing if it climbs out of where it is.
   */
  static Optional<String> clean(String name) {
    StringBuilder clean = new StringBuilder();
    for (String part : name.replace('\\', '/').split("/")) {
      if (part.equals("..")) {
        return Optional.empty();
      }
      if (!part.isEmpty() && !part.equals(".")) {
        clean.append(clean.isEmpty() ? "" : "/").append(shown(part));
      }
    }
    return clean.isEmpty() ? Optional.empty() : Optional.of(clean.toString());
  }

  private static boolean isControl(char character) {
    return character < ' ' || character == 0x7f;
  }

  /** Without characters that control a terminal. */
  static String shown(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isControl(text.charAt(i))) {
        return CONTROL.matcher(text).replaceAll("?");
      }
    }
    return text;
  }
}
