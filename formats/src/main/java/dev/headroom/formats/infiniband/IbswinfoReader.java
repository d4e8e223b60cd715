package dev.headroom.formats.infiniband;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ibswinfo}: an unmanaged InfiniBand switch with its power supplies, fans and
 * temperatures.
 */
public final class IbswinfoReader extends FormatReader {
  private static final Pattern ROW =
      Pattern.compile("(\\s*)([A-Za-z][\\w ./()#:-]{1,24}?)\\s+\\| ?(.*)");

  private static final Pattern FIRST = Pattern.compile("part number +\\|.*");

  public IbswinfoReader() {
    super(
        FormatKind.of(
            "ibswinfo",
            "an unmanaged InfiniBand switch",
            "ibswinfo.sh",
            IgnoredLine.of("\\s*[-=]{10,}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("part number", "=====");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
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
  protected void read(LineBlock block, FactSink sink) {
    Subject subject = new Subject(SubjectKind.SWITCH, "at " + block.first().number());
    String above = "";
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        boolean nested = !row.group(1).isEmpty();
        above = nested ? above : KeySlug.of(row.group(2)).replace("-status", "");
        sink.add(
            line,
            subject,
            nested ? above + "." + KeySlug.of(row.group(2)) : KeySlug.of(row.group(2)),
            row.group(3));
      } else if (!line.isBlank() && Character.isLetter(line.text().charAt(0))) {
        sink.add(line, subject, "name", line.text());
      }
    }
  }
}
