package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of commands that print few lines: {@code ls -l /dev/infiniband}, {@code ibv_devices},
 * {@code ofed_info -s}, {@code systemctl show}.
 */
public final class SmallOutputReader extends ContiguousReader {
  /** What ibv_devinfo says of what it may not open, and where there is nothing. */
  private static final Pattern VERBS_REFUSAL =
      Pattern.compile("\\s*(?:Failed to open device|No IB devices found)\\s*");

  private static final Pattern DEVICE_FILE =
      Pattern.compile(
          "([cbl][rwxsStT-]{9})[.+@]?\\s+(\\d+) (\\S+)\\s+(\\S+)\\s+(\\d+),\\s+(\\d+) (.*?) (\\S*?)([\\w.-]+)\\s*");
  private static final Pattern OFED =
      Pattern.compile("((?:MLNX_OFED_LINUX|OFED-internal|DOCA-Host|doca-ofed)\\S*?):?\\s*");
  private static final Pattern VERBS = Pattern.compile("\\s+([a-z][\\w.-]*)\\s+([0-9a-f]{16})\\s*");
  private static final Pattern SERVICE =
      Pattern.compile("(Id|ActiveState|SubState|LimitMEMLOCK(?:Soft)?|LimitNOFILE(?:Soft)?)=(.*)");

  private static final Pattern LOAD =
      Pattern.compile("(\\d+\\.\\d+ \\d+\\.\\d+ \\d+\\.\\d+) (\\d+)/(\\d+) (\\d+)\\s*");
  private static final Pattern NO_FILES =
      Pattern.compile(
          "ls: (?:cannot access )?'?(/dev/infiniband)/?'?: (No such file or directory)\\s*");

  public SmallOutputReader() {
    super(
        FormatKind.of(
            "small-output",
            "device files, versions, services: commands with short output",
            "ls -l /dev/infiniband, ibv_devices, ofed_info -s, systemctl show, cat /proc/loadavg",
            IgnoredLine.of("total \\d+\\s*", "sum of blocks"),
            IgnoredLine.of("\\s+device\\s+node GUID\\s*|\\s+-+\\s+-+\\s*", "heading")));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return said(document.text(at))
        || (document.text(at).startsWith("total ") && said(document.text(at + 1)))
        || (document.text(at).contains("node GUID")
            && document.text(at).matches("\\s+device\\s+node GUID\\s*")
            && VERBS.matcher(document.text(at + 2)).matches());
  }

  private static boolean said(String text) {
    return text.length() < 300
        && ((text.indexOf(',') > 0 && DEVICE_FILE.matcher(text).matches())
            || ((text.contains("OFED") || text.contains("DOCA") || text.contains("doca"))
                && OFED.matcher(text).matches())
            || (text.indexOf('/') > 0 && LOAD.matcher(text).matches())
            || ((text.contains("Failed to open") || text.contains("No IB devices"))
                && VERBS_REFUSAL.matcher(text).matches())
            || (text.startsWith("ls: ") && NO_FILES.matcher(text).matches())
            || (text.indexOf('=') > 0 && SERVICE.matcher(text).matches()));
  }

  @Override
  protected boolean continues(TextLine line) {
    return said(line.text())
        || VERBS.matcher(line.text()).matches()
        || line.text().matches("\\s+-+\\s+-+\\s*");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String unit = "service";
    for (TextLine line : block) {
      Matcher file = DEVICE_FILE.matcher(line.text());
      Matcher ofed = OFED.matcher(line.text());
      Matcher verbs = VERBS.matcher(line.text());
      Matcher service = SERVICE.matcher(line.text());
      Matcher load = LOAD.matcher(line.text());
      Matcher none = NO_FILES.matcher(line.text());
      if (file.matches()) {
        Subject device = new Subject(SubjectKind.ITEM, "device file " + file.group(9));
        String[] keys = {"mode", "links", "owner", "group", "major", "minor", "time", "folder"};
        for (int i = 0; i < keys.length; i++) {
          sink.add(line, device, keys[i], file.group(i + 1));
        }
      } else if (load.matches()) {
        sink.add(line, Subject.host(), "proc.loadavg", load.group(1));
        sink.add(line, Subject.host(), "tasks.running", load.group(2));
        sink.add(line, Subject.host(), "tasks", load.group(3));
        sink.add(line, Subject.host(), "tasks.last", load.group(4));
      } else if (none.matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "device files"), "present", "no");
        sink.add(line, new Subject(SubjectKind.ITEM, "device files"), "folder", none.group(1));
      } else if (VERBS_REFUSAL.matcher(line.text()).matches()) {
        sink.add(
            line,
            new Subject(SubjectKind.ITEM, "verbs"),
            line.text().contains("open") ? "not-opened" : "no-devices",
            line.text().strip());
      } else if (ofed.matches()) {
        sink.add(line, Subject.host(), "ofed.version", ofed.group(1));
      } else if (service.matches()) {
        unit = "Id".equals(service.group(1)) ? service.group(2) : unit;
        sink.add(
            line,
            new Subject(SubjectKind.ITEM, "unit " + unit),
            service.group(1),
            service.group(2));
      } else if (verbs.matches()) {
        sink.add(line, Subject.rdma(verbs.group(1)), RdmaKeys.NODE_GUID, verbs.group(2));
        if (OutputCompleteness.listsAll(block, verbs.group(1))) {
          sink.add(line, Subject.host(), RdmaKeys.DEVICES_LISTED, "ibv_devices");
        }
      }
    }
  }
}
