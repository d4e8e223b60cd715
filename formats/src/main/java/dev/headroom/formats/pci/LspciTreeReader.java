package dev.headroom.formats.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code lspci -t}: the tree of buses, drawn with characters. A function hangs on the
 * bridge before the brackets in which its bus stands.
 */
public final class LspciTreeReader extends ContiguousReader {
  private static final Pattern ROOT =
      Pattern.compile("[-+ |\\\\]{1,4}\\[([0-9a-f]{4}):([0-9a-f]{2})\\].*");
  private static final Pattern BRANCH = Pattern.compile("[ |]*[+\\\\]-.*");
  private static final Pattern PART =
      Pattern.compile(
          "\\[(?:([0-9a-f]{4}):)?([0-9a-f]{2})(?:-[0-9a-f]{2})?\\]|([0-9a-f]{2}\\.[0-7])|([+\\\\])(?=-)");
  private static final Pattern NAME =
      Pattern.compile("(\\S.*?[0-9a-f]{2}\\.[0-7](?:-\\[[0-9a-f:-]+\\])?-*)  (.+)");

  public LspciTreeReader() {
    super(
        FormatKind.of(
            "lspci-tree", "the PCI tree: functions and the bridges above them", "lspci -tv"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.indexOf('[') >= 0 && text.indexOf('[') < 6 && ROOT.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return BRANCH.matcher(line.text()).matches() || ROOT.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    TreeMap<Integer, Place> branches = new TreeMap<>();
    for (TextLine line : block) {
      line(line, branches, sink);
    }
  }

  private static void line(TextLine line, NavigableMap<Integer, Place> branches, FactSink sink) {
    Matcher name = NAME.matcher(line.text());
    String drawing = name.matches() ? line.text().substring(0, name.end(1)) : line.text();
    Matcher part = PART.matcher(drawing);
    Place place = new Place("0000", "00", "");
    String last = "";
    while (part.find()) {
      if (part.group(4) != null) {
        boolean known = branches.containsKey(part.start());
        boolean drawnAgain =
            known && last.isEmpty() && drawing.substring(0, part.start()).matches("[ |]*");
        if (drawnAgain) {
          place = branches.getOrDefault(part.start(), place);
        }
        branches.tailMap(part.start(), !drawnAgain).clear();
        branches.put(part.start(), place);
      } else if (part.group(2) != null) {
        place =
            new Place(part.group(1) == null ? place.domain() : part.group(1), part.group(2), last);
        sink.add(
            line,
            new Subject(SubjectKind.ITEM, "pci bus " + place.domain() + ":" + place.bus()),
            "bridge",
            part.group());
      } else {
        last = Subject.pciName(place.domain() + ":" + place.bus() + ":" + part.group(3));
        Subject function = Subject.pci(last);
        sink.add(line, function, "drawn", drawing.strip());
        if (!place.bridge().isEmpty()) {
          sink.add(line, function, PciKeys.PARENT, place.bridge());
        }
      }
    }
    if (!last.isEmpty() && name.matches()) {
      sink.add(line, Subject.pci(last), PciKeys.NAME, name.group(2));
    }
  }

  /** A bus, and the bridge it hangs on; none at the root. */
  private record Place(String domain, String bus, String bridge) {}
}
