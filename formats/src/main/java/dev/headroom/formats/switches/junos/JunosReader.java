package dev.headroom.formats.switches.junos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a Junos configuration with class of service, in braces or as {@code set} commands. Both
 * become {@code set} commands, with one for each item of a list. Statements that are inactive are
 * kept apart.
 */
public final class JunosReader extends FormatReader {
  private static final String COS = "class-of-service";
  private static final Pattern SET = Pattern.compile("\\s*(set|deactivate) (\\S.{0,600}?)\\s*");
  private static final Pattern SET_FIRST =
      Pattern.compile("\\s*set (?:version|groups|system|chassis|interfaces) \\S.*");
  private static final Pattern TOP =
      Pattern.compile("(?:version \\S+;|(?:groups|system|chassis|interfaces) \\{)");
  private static final Pattern INNER =
      Pattern.compile(
          "(?:classifiers|drop-profiles|forwarding-classes|shared-buffer|dedicated-buffer"
              + "|congestion-notification-profile|interfaces|scheduler-maps|schedulers"
              + "|rewrite-rules|traffic-control-profiles|forwarding-class-sets) \\{");
  private static final Pattern OPEN = Pattern.compile("\\s*(\\S.{0,200}?) \\{\\s*(?:##.*)?");
  private static final Pattern CLOSE = Pattern.compile("\\s*\\}\\s*(?:##.*)?");
  private static final Pattern STATEMENT = Pattern.compile("\\s*(\\S.{0,600}?);\\s*(?:##.*)?");
  private static final Pattern COMMENT = Pattern.compile("\\s*(?:/\\*.*|\\*.*|#.*)");
  private static final Pattern LIST = Pattern.compile("(.*?)\\[ ?([^\\]]*?) ?\\](.*)");
  private static final Pattern GROUP = Pattern.compile("groups \\S+ (?=" + COS + " )");
  private static final Pattern HOST = Pattern.compile("(?:groups \\S+ )?system host-name (\\S+)");
  private static final String INACTIVE = "inactive: ";
  private static final Subject PART = new Subject(SubjectKind.SWITCH_SETTING, "configuration");

  public JunosReader() {
    super(
        FormatKind.of(
            "junos",
            "class of service of a switch that runs Junos: classes, PFC, schedulers, drop profiles",
            "show configuration, show configuration | display set of Junos",
            IgnoredLine.of("\\s*\\S.{0,200} \\{\\s*(?:##.*)?", "start of a part"),
            IgnoredLine.of("\\s*\\}\\s*", "end of a part"),
            IgnoredLine.of("\\s*(?:/\\*|\\*|#).*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("set ", " {", "version ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    String stripped = text.strip();
    if (text.length() > 200) {
      return false;
    }
    return stripped.startsWith("set " + COS + " ")
        || stripped.equals(COS + " {")
        || (INNER.matcher(stripped).matches() && isShown(document, at))
        || (SET_FIRST.matcher(text).matches()
            && (at == 0 || !SET.matcher(document.text(at - 1)).matches())
            && hasBelow(document, at, "set " + COS + " "))
        || (TOP.matcher(text).matches() && hasBelow(document, at, COS + " {"));
  }

  /** {@code show configuration class-of-service} leaves the outermost braces out. */
  private static boolean isShown(SourceLines document, int at) {
    for (int i = at - 1; i >= 0 && i >= at - 3; i--) {
      if (document.text(i).contains("show configuration " + COS)
          || document.text(i).contains("show " + COS)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasBelow(SourceLines document, int at, String begin) {
    for (int i = at; i < document.size(); i++) {
      if (document.text(i).stripLeading().startsWith(begin)) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return SET.matcher(text).matches()
        || CLOSE.matcher(text).matches()
        || OPEN.matcher(text).matches()
        || STATEMENT.matcher(text).matches()
        || COMMENT.matcher(text).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size()
        && !document.text(end).startsWith("```")
        && !document.isPromptOfHost(end)
        && (document.line(end).isBlank() || continues(document.line(end)))) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<Entry> entries = new ArrayList<>();
    List<String> off = new ArrayList<>();
    Deque<String> parts = new ArrayDeque<>();
    if (INNER.matcher(block.first().text().strip()).matches() && block.command().contains(COS)) {
      parts.add(COS);
    }
    for (TextLine line : block) {
      Matcher set = SET.matcher(line.text());
      if (set.matches() && parts.isEmpty()) {
        (set.group(1).equals("set") ? expanded(set.group(2)) : List.<String>of())
            .forEach(each -> entries.add(new Entry(line, each, false)));
        if (set.group(1).equals("deactivate")) {
          off.add(set.group(2));
          entries.add(new Entry(line, set.group(2), true));
        }
      } else if (!COMMENT.matcher(line.text()).matches()) {
        braces(line, parts, entries);
      }
    }
    entries.forEach(entry -> entry.addTo(sink, off));
  }

  private static void braces(TextLine line, Deque<String> parts, List<Entry> entries) {
    Matcher open = OPEN.matcher(line.text());
    Matcher statement = STATEMENT.matcher(line.text());
    if (CLOSE.matcher(line.text()).matches()) {
      parts.pollLast();
    } else if (open.matches()) {
      parts.add(open.group(1));
    } else if (statement.matches()) {
      List<String> words = new ArrayList<>(parts);
      words.add(statement.group(1));
      String path = String.join(" ", words);
      boolean inactive = path.contains(INACTIVE);
      expanded(path.replace(INACTIVE, ""))
          .forEach(each -> entries.add(new Entry(line, each, inactive)));
    }
  }

  /** One command for each item of the lists in it: {@code fill-level [ 20 60 ]}. */
  private static List<String> expanded(String command) {
    Matcher list = LIST.matcher(command);
    if (!list.matches()) {
      return List.of(command);
    }
    List<String> all = new ArrayList<>();
    for (String item : list.group(2).strip().split("\\s+")) {
      all.addAll(expanded((list.group(1) + item).strip()));
    }
    if (!list.group(3).isBlank()) {
      int last = list.group(1).strip().lastIndexOf(' ');
      all.addAll(expanded(list.group(1).strip().substring(0, Math.max(0, last)) + list.group(3)));
    }
    return all;
  }

  private record Entry(TextLine line, String path, boolean inactive) {
    void addTo(FactSink sink, List<String> off) {
      String plain = GROUP.matcher(path).replaceFirst("");
      boolean dead = inactive || off.stream().anyMatch(each -> (path + " ").startsWith(each + " "));
      Matcher host = HOST.matcher(path);
      if (host.matches()) {
        sink.add(line, Subject.host(), "hostname", host.group(1));
      }
      sink.add(line, PART, dead ? "inactive" : "command", "set " + plain);
    }
  }
}
