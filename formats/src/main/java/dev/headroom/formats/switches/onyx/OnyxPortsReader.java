package dev.headroom.formats.switches.onyx;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interfaces ethernet} of Mellanox Onyx, with {@code counters} of the port,
 * of a priority, of PFC or of a traffic class. Below a port stand its settings with colons, and for
 * each direction counts before their names. Where the port or the priority was cut off, the prompt
 * tells it.
 */
public final class OnyxPortsReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s{0,4}(?:(Eth|Po|Mpo)(\\d[\\d/]{0,8})|Interface [Ee]thernet:? (\\d[\\d/]{0,8})):?\\s*");
  private static final Pattern SIDE = Pattern.compile("\\s*(Rx|Tx):?\\s*");
  private static final Pattern PART =
      Pattern.compile("\\s{1,12}(PFC|TC|[Pp]rio(?:rity)?|Switch[- ]priority)[- ]?(\\d):?\\s*");
  private static final Pattern COUNT =
      Pattern.compile("\\s{1,12}(\\d{1,20}|N/A)\\s+([A-Za-z][A-Za-z0-9 /()-]{2,50}?)\\s*");
  private static final Pattern LABEL =
      Pattern.compile("\\s{1,12}([A-Z0-9][\\w /-]{2,50}?)\\s*:\\s+(\\S.*)");
  private static final Pattern SECOND =
      Pattern.compile("\\s+(?:Admin state|ECN marked packets)\\s*:.*");
  private static final Pattern ASKED_PORT =
      Pattern.compile("\\beth(?:ernet)? ?(\\d[\\d/]{0,8})(?![\\d/-])");
  private static final Pattern ASKED_PART =
      Pattern.compile("\\b(pfc|tc|prio(?:rity)?)(?: prio(?:rity)?)? (\\d)\\b");
  private static final Pattern MTU = Pattern.compile("(\\d{2,6}) bytes.*");

  public OnyxPortsReader() {
    super(
        FormatKind.of(
            "onyx-ports",
            "state and counters of a switch's ports, by side, priority and traffic class",
            "show interfaces ethernet (counters [priority|pfc|tc]) of Onyx"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Eth", "Po", "po", "Interface ", "Rx", "Tx");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    if (text.length() > 60) {
      return false;
    }
    String next = document.text(document.nextText(at + 1));
    return TITLE.matcher(text).matches()
        ? isBelowTitle(next)
        : text.contains("x") && SIDE.matcher(text).matches() && COUNT.matcher(next).matches();
  }

  private static boolean isBelowTitle(String text) {
    return text.length() < 200
        && (SIDE.matcher(text).matches()
            || PART.matcher(text).matches()
            || SECOND.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 200
        && List.of(TITLE, SIDE, PART, COUNT, LABEL).stream()
            .anyMatch(pattern -> pattern.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Pass pass = new Pass(block.command(), sink);
    block.lines().stream().filter(line -> !line.isBlank()).forEach(pass::line);
  }

  /** One way through a block. */
  private static final class Pass {
    private final FactSink sink;
    private Subject port;
    private String side = "";
    private String part;

    Pass(String command, FactSink sink) {
      this.sink = sink;
      Matcher asked = ASKED_PORT.matcher(command);
      port =
          new Subject(SubjectKind.SWITCH_PORT, asked.find() ? "Ethernet" + asked.group(1) : "port");
      Matcher of = ASKED_PART.matcher(command);
      part = of.find() ? part(of) : "";
    }

    private static String part(Matcher named) {
      String word = named.group(1).toLowerCase(Locale.ROOT);
      String kind = word.contains("prio") ? "priority" : word;
      return kind + "." + named.group(2) + ".";
    }

    void line(TextLine line) {
      Matcher title = TITLE.matcher(line.text());
      Matcher count = COUNT.matcher(line.text());
      Matcher label = LABEL.matcher(line.text());
      Matcher half = SIDE.matcher(line.text());
      Matcher inner = PART.matcher(line.text());
      if (title.matches()) {
        port =
            title.group(1) == null
                ? new Subject(SubjectKind.SWITCH_PORT, "Ethernet" + title.group(3))
                : SwitchPortSubject.of(title.group(1) + title.group(2));
        side = "";
        sink.add(line, port, "shown", line.text().strip());
      } else if (half.matches()) {
        side = half.group(1).toLowerCase(Locale.ROOT) + ".";
        sink.add(line, port, "side." + half.group(1).toLowerCase(Locale.ROOT), half.group(1));
      } else if (inner.matches()) {
        part = part(inner);
        side = "";
        sink.add(line, port, "part", line.text().strip());
      } else if (label.matches()) {
        label(line, label.group(1), label.group(2).strip());
      } else if (count.matches()) {
        count(line, count.group(1), KeySlug.of(count.group(2)));
      }
    }

    private void label(TextLine line, String name, String value) {
      Matcher mtu = MTU.matcher(value);
      if (name.endsWith("MTU") && mtu.matches()) {
        sink.add(line, port, "mtu", mtu.group(1));
      }
      String key =
          switch (KeySlug.of(name)) {
            case "operational-state" -> "state";
            case "mtu" -> "mtu.words";
            default -> part + KeySlug.of(name);
          };
      sink.add(line, port, key, value);
    }

    /** Pauses of a priority have the names that they have on other switches. */
    private void count(TextLine line, String count, String name) {
      boolean pauses = name.startsWith("pause-") && !part.isEmpty() && !part.startsWith("tc");
      String priority = pauses ? part.replaceFirst("\\w+", "pfc") : "";
      String key =
          pauses
              ? side + priority + name.substring("pause-".length()).replace("packets", "")
              : side + part + name;
      sink.add(line, port, RdmaKeys.counter(key.replaceFirst("\\.$", "")), count);
    }
  }
}
