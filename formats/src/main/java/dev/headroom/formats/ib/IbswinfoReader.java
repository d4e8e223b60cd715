package dev.headroom.formats.ib;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.read.Slug;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ibswinfo}: an unmanaged InfiniBand switch with its power supplies, fans and
 * temperatures.
 */
public final class IbswinfoReader extends Reader {
  private static final Pattern ROW =
      Pattern.compile("(\\s*)([A-Za-z][\\w ./()#:-]{1,24}?)\\s+\\| ?(.*)");

  private static final Pattern FIRST = Pattern.compile("part number +\\|.*");

  public IbswinfoReader() {
    super(
        Kind.of(
            "ibswinfo",
            "an unmanaged InfiniBand switch",
            "ibswinfo.sh",
            Ignored.of("\\s*[-=]{10,}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("part number", "=====");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return text.startsWith("part number")
        ? isFirst(text)
        : text.startsWith("=====")
            && document.text(at + 2).startsWith("=====")
            && isFirst(document.text(at + 3));
  }

  private static boolean isFirst(String text) {
    return FIRST.matcher(text).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Subject subject = new Subject(Thing.SWITCH, "at " + block.first().number());
    String above = "";
    for (Line line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        boolean nested = !row.group(1).isEmpty();
        above = nested ? above : Slug.of(row.group(2)).replace("-status", "");
        sink.say(
            line,
            subject,
            nested ? above + "." + Slug.of(row.group(2)) : Slug.of(row.group(2)),
            row.group(3));
      } else if (!line.isBlank() && Character.isLetter(line.text().charAt(0))) {
        sink.say(line, subject, "name", line.text());
      }
    }
  }
}
