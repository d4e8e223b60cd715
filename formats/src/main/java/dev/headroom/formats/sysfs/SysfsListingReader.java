package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of device lists: {@code ls /sys/class/infiniband}, {@code ls -l /sys/class/net}. Names
 * alone say so below the command or the heading of their folder, RDMA devices with their drivers'
 * names below any command, and links of {@code ls -l} anywhere.
 */
public final class SysfsListingReader extends FormatReader {
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:sudo )?ls(?: -[\\w-]+)* /sys/class/(infiniband|net)/?(?: -[\\w-]+)*(?:\\s+2>\\S+)?(?:\\s*\\|.*)?\\s*");
  private static final Pattern HEADING = Pattern.compile("/sys/class/(infiniband|net)/?:\\s*");
  private static final Pattern LINK =
      Pattern.compile(
          "(l[rwx-]{9}[.+@]?\\s+\\d+ .{1,120}?) ([\\w.:@-]{1,60}) -> (\\S*devices/\\S*/(infiniband|net)/([\\w.:@-]{1,60}))\\s*");
  private static final Pattern PCI =
      Pattern.compile(".*/([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/.*");

  /** What drivers of RDMA NICs call their devices, and nobody anything else. */
  private static final String DEVICE =
      "(?:mlx[45]_(?:bond_)?\\d{1,3}|bnxt_re\\d{1,3}|irdma\\d{1,3}|hfi1_\\d{1,3}|qedr\\d{1,3}|efa_\\d{1,3}|cxgb4_\\d{1,3}|ionic_\\d{1,3})";

  private static final Pattern DEVICES = Pattern.compile(DEVICE + "(?:\\s+" + DEVICE + ")*\\s*");
  private static final String NAME = "(?:\\.{1,2}|[A-Za-z][\\w.@-]{0,60})";
  private static final Pattern NAMES = Pattern.compile(NAME + "(?:\\s+" + NAME + ")*\\s*");

  /** One of the names on a line has a number, or is the one that every machine has. */
  private static final Pattern NUMBERED =
      Pattern.compile("(?:.*\\s)?(?:lo|[^\\s\\d]+\\d\\S*)(?:\\s.*)?");

  private static final Pattern OTHER = Pattern.compile("[-d][rwxsStT-]{9}[.+@]?\\s+\\d+ .*");

  /** No devices: the folder itself, the one above it, a file of the driver of bonds. */
  private static final Set<String> BESIDE = Set.of(".", "..", "bonding_masters");

  private static final Pattern NOTHING =
      Pattern.compile(
          "ls: (?:cannot access |cannot open directory )?['‘\"]?/sys/class/infiniband(?:/\\*?)?['’\"]?: No such file or directory\\s*");

  public SysfsListingReader() {
    super(
        FormatKind.of(
            "sysfs-names",
            "names of the kernel's RDMA devices and network interfaces",
            "ls /sys/class/infiniband, ls -l /sys/class/net",
            IgnoredLine.of("total \\d+\\s*", "sum of blocks"),
            IgnoredLine.of(
                "[-d][rwxsStT-]{9}[.+@]?\\s+\\d+ .*", "file or folder that is not a device")));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return isLine(text)
        || (isBelowCommand(document, at) && isName(text))
        || (areDevices(text) && (document.isFirst(at) || !document.command(at - 1).isEmpty()));
  }

  /** Logs are long: whether the line above is a prompt is asked where it may be this one. */
  private static boolean isBelowCommand(SourceLines document, int at) {
    return document.text(at - 1).contains("/sys/class/")
        && !folder(document.command(at - 1)).isEmpty();
  }

  /** Whether a line says by itself whose name it has. */
  private static boolean isLine(String text) {
    return (text.startsWith("/sys/class/") && HEADING.matcher(text).matches())
        || (text.startsWith("l") && LINK.matcher(text).matches())
        || (text.startsWith("ls: ") && NOTHING.matcher(text).matches());
  }

  /** What prints nothing but them: {@code ls} in their folder, {@code ibstat -l}. */
  private static boolean areDevices(String text) {
    return !text.isEmpty()
        && "mbihqec".indexOf(text.charAt(0)) >= 0
        && DEVICES.matcher(text).matches();
  }

  private static boolean isName(String text) {
    return text.startsWith("total ")
        || isOther(text)
        || (NAMES.matcher(text).matches() && NUMBERED.matcher(text).matches());
  }

  /** Of {@code ls -la}, and the one file beside the interfaces. */
  private static boolean isOther(String text) {
    return (text.startsWith("d") || text.startsWith("-")) && OTHER.matcher(text).matches();
  }

  private static String folder(String command) {
    Matcher listing = COMMAND.matcher(command);
    return listing.matches() ? listing.group(1) : "";
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    boolean named = isBelowCommand(document, at) || HEADING.matcher(document.text(at)).matches();
    int end = at + 1;
    while (end < document.size()
        && !document.isBoundary(end)
        && (isLine(document.text(end))
            || areDevices(document.text(end))
            || isOther(document.text(end))
            || (named && isName(document.text(end))))) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String folder = folder(block.command());
    boolean whole = folder.equals("infiniband") && !OutputCompleteness.isFiltered(block.command());
    Optional<TextLine> any = Optional.empty();
    for (TextLine line : block) {
      Matcher heading = HEADING.matcher(line.text());
      Matcher link = LINK.matcher(line.text());
      if (heading.matches()) {
        folder = heading.group(1);
        sink.add(line, Subject.host(), "listed." + folder, "/sys/class/" + folder);
      } else if (NOTHING.matcher(line.text()).matches()) {
        none(line, sink);
        whole = false;
      } else if (link.matches()) {
        link(line, link, sink);
        any = Optional.of(line);
      } else if (!line.text().startsWith("total ") && !isOther(line.text())) {
        boolean devices = folder.isEmpty() || areDevices(line.text());
        for (String name : line.text().strip().split("\\s+")) {
          if (!BESIDE.contains(name)) {
            Subject named = subject(devices ? "infiniband" : folder, name);
            sink.add(line, named, "listed", folder.isEmpty() ? "names" : "/sys/class/" + folder);
            any = Optional.of(line);
          }
        }
      }
    }
    if (whole) {
      any.ifPresentOrElse(
          line -> sink.add(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "/sys/class/infiniband"),
          () -> none(block.first(), sink));
    }
  }

  private static void none(TextLine line, FactSink sink) {
    sink.add(line, Subject.host(), OutputCompleteness.NO_DEVICES, "/sys/class/infiniband");
    sink.add(line, Subject.host(), "listed.infiniband", line.text());
    sink.add(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "/sys/class/infiniband");
  }

  private static void link(TextLine line, Matcher link, FactSink sink) {
    Subject subject = subject(link.group(4), link.group(2));
    sink.add(line, subject, "listed", "/sys/class/" + link.group(4));
    sink.add(line, subject, "link", link.group(3));
    sink.add(line, subject, "ls", link.group(1));
    Matcher pci = PCI.matcher(link.group(3));
    if (pci.matches()) {
      sink.add(line, subject, RdmaKeys.PCI, pci.group(1));
    }
  }

  private static Subject subject(String folder, String name) {
    return folder.equals("net") ? Subject.netdev(name) : Subject.rdma(name);
  }
}
