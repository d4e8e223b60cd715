package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of kernel messages: {@code dmesg} with any of its clocks, {@code /dev/kmsg}, and the
 * kernel's lines in the journal or syslog.
 *
 * <p>Each is an event: its time as it is written, the driver or device that speaks, and the words.
 * A line that mails broke in two is told by its next one, which has no time.
 */
public final class DmesgReader extends FormatReader {
  /** Seconds since boot or since the line before ({@code -d}, {@code -e}), or a date. */
  private static final Pattern CLOCK =
      Pattern.compile(
          "\\s*(?:<(\\d{1,3})>)?\\[\\s*(\\+?\\d{1,9}\\.\\d{3,9}|[A-Z][a-z]{2}\\s{1,2}\\d{1,2} \\d\\d:\\d\\d|[A-Z][a-z]{2} [A-Z][a-z]{2}\\s+\\d.{10,20}?)\\](?:\\s?\\[([ \\w]+)\\])?\\s(.*)");

  private static final Pattern KMSG = Pattern.compile("(\\d{1,3}),(\\d+),(\\d+),([^;]{0,40});(.*)");
  private static final Pattern SYSLOG =
      Pattern.compile(
          "\\s*([A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?|\\d{4}-\\d\\d-\\d\\dT[\\d:.,]+(?:Z|[+-]\\d\\d:?\\d\\d)?)\\s+([\\w.-]+)\\s+kernel:\\s(?:\\[\\s*\\d+\\.\\d+\\]\\s)?(.*)");

  /** {@code dmesg --decode}, with any of its times. */
  private static final Pattern DECODED =
      Pattern.compile(
          "\\s*(kern|user|daemon|syslog|local\\d)\\s*:(emerg|alert|crit|err|warn|notice|info|debug)\\s*:\\s+"
              + "(?:\\[\\s*([^\\]]{4,40}?)\\]|(\\d{4}-\\d\\d-\\d\\dT[\\d:.,]+(?:Z|[+-]\\d\\d:?\\d\\d)?)) (.*)");

  /**
   * What drivers say of themselves tells that it is the kernel's where somebody cut off the time.
   */
  private static final Pattern BARE =
      Pattern.compile(
          "\\s*(?:kernel: )?((?:"
              + "NVRM: |nvidia-nvswitch\\d*: |nvidia[_-]peermem(?:: | nv_\\w+:)|infiniband \\w+: |EDAC \\w+: |mce: "
              + "|DMAR: ?\\[DMA |[\\w-]++ [0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]: AMD-Vi: "
              + "|(?:bonding: )?[\\w.-]++: (?:\\(slave \\S+\\): )?link status (?:definitely )?(?:down|up)(?:,| again| for (?:active )?interface)"
              + "|(?:mlx[45]_core|pcieport|bnxt_en|ice|irdma|ena|efa|ionic|amdgpu|nvidia) [0-9a-f]{4}:[0-9a-f]{2}:"
              + "|watchdog: BUG: |INFO: task \\S+ blocked |[\\w.-]++\\[\\d+\\]: segfault at "
              + "|(?:Out of memory|Memory cgroup out of memory): Kill|VFS: file-max |nf_conntrack: "
              + "|neighbou?r: |TCP: request_sock|CPU\\d+: (?:Core|Package) temperature"
              + ").*)");

  private static final Pattern SPEAKER =
      Pattern.compile(
          "((?:[\\w.-]+ )?(?:[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]|[\\w.-]+)(?: [\\w.-]+)?): (.*)");
  private static final Pattern PCI =
      Pattern.compile("\\b([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])\\b");
  private static final Pattern BANDWIDTH =
      Pattern.compile(".*?([\\d.]+) Gb/s available PCIe bandwidth.*");

  public DmesgReader() {
    super(FormatKind.of("dmesg", "kernel messages", "dmesg, journalctl -k, /dev/kmsg"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "[",
        ";",
        "kernel:",
        ":emerg",
        ":alert",
        ":crit",
        ":err",
        ":warn",
        ":notice",
        ":info",
        ":debug",
        "NVRM: ",
        "DMAR:",
        "link status",
        "AMD-Vi: ",
        "nvidia",
        "mlx4_core ",
        "mlx5_core ",
        "pcieport ",
        "bnxt_en ",
        "ice ",
        "irdma ",
        "ena ",
        "efa ",
        "ionic ",
        "amdgpu ",
        "infiniband ",
        "EDAC ",
        "mce: ",
        "watchdog: BUG",
        "INFO: task",
        "segfault at",
        "ut of memory",
        "file-max",
        "nf_conntrack",
        "neighb",
        "request_sock",
        "temperature");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.indexOf('[') >= 0 && text.indexOf('[') < 12 && CLOCK.matcher(text).matches())
        || (text.indexOf(':') < 12 && DECODED.matcher(text).matches())
        || BARE.matcher(text).matches()
        || (text.indexOf(';') > 0 && KMSG.matcher(text).matches())
        || (text.contains("kernel:") && SYSLOG.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return CLOCK.matcher(line.text()).matches()
        || SYSLOG.matcher(line.text()).matches()
        || DECODED.matcher(line.text()).matches()
        || BARE.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Event event = new Event(new Subject(SubjectKind.EVENT, "0"), 0);
    for (TextLine line : block) {
      Matcher clock = CLOCK.matcher(line.text());
      Matcher kmsg = KMSG.matcher(line.text());
      Matcher syslog = SYSLOG.matcher(line.text());
      Matcher decoded = DECODED.matcher(line.text());
      Matcher bare = BARE.matcher(line.text());
      Subject subject = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
      if (kmsg.matches()) {
        sink.add(line, subject, "level", kmsg.group(1));
        sink.add(line, subject, "sequence", kmsg.group(2));
        sink.add(line, subject, "flags", kmsg.group(4));
        event = message(line, subject, kmsg.group(3), kmsg.group(5), sink);
      } else if (syslog.matches()) {
        sink.add(line, subject, "host", syslog.group(2));
        event = message(line, subject, syslog.group(1), syslog.group(3), sink);
      } else if (clock.matches()) {
        event = message(line, subject, clock.group(2), clock.group(4), sink);
        level(line, subject, clock, sink);
      } else if (decoded.matches()) {
        sink.add(line, subject, "facility", decoded.group(1));
        sink.add(line, subject, "level", decoded.group(2));
        String time = decoded.group(3) == null ? decoded.group(4) : decoded.group(3);
        event = message(line, subject, time, decoded.group(5), sink);
      } else if (bare.matches()) {
        event = message(line, subject, "", bare.group(1), sink);
      } else if (line.isBlank()) {
        event = new Event(event.subject(), 0);
      } else if (wrapped(line, event)) {
        sink.add(line, event.subject(), "kernel.more", line.text());
        event = new Event(event.subject(), event.length() - 12);
      }
    }
  }

  private static void level(TextLine line, Subject subject, Matcher clock, FactSink sink) {
    if (clock.group(1) != null) {
      sink.add(line, subject, "level", clock.group(1));
    }
    if (clock.group(3) != null) {
      sink.add(line, subject, "caller", clock.group(3));
    }
  }

  /** Mails break lines at about 70 characters, in the midst of a sentence. */
  private static boolean wrapped(TextLine line, Event event) {
    return !line.isBlank() && event.length() > 30 && line.text().length() < 120;
  }

  private static Event message(
      TextLine line, Subject subject, String time, String text, FactSink sink) {
    if (!time.isEmpty()) {
      sink.add(line, subject, "time", time);
    }
    sink.add(line, subject, "kernel", text);
    Matcher speaker = SPEAKER.matcher(text);
    if (speaker.matches()) {
      sink.add(line, subject, "speaker", speaker.group(1));
      Matcher pci = PCI.matcher(speaker.group(1));
      Matcher bandwidth = BANDWIDTH.matcher(speaker.group(2));
      if (pci.find() && bandwidth.matches()) {
        sink.add(line, Subject.pci(pci.group(1)), "available.gbps", bandwidth.group(1));
      }
    }
    return new Event(subject, line.text().length());
  }

  /**
   * @param length of its line: mails break those of about 70 characters
   */
  private record Event(Subject subject, int length) {}
}
