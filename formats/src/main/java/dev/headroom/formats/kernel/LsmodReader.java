package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code lsmod} and {@code /proc/modules}. */
public final class LsmodReader extends FormatReader {
  private static final Pattern HEADER = Pattern.compile("\\s*Module\\s+Size\\s+Used by\\s*");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*([a-zA-Z]\\w*|\\d\\w*[a-z]\\w*)\\s+(\\d{3,10})\\s+(-?\\d{1,6})(?:\\s+(\\S.*?))?\\s*");

  /** Modules that one greps for: then there is no heading. */
  private static final Pattern LIKELY =
      Pattern.compile(
          "\\s*(?:ib|iw|rdma|rpcrdma|mlx|nvidia|nv_peer|gdrdrv|bnxt|irdma|efa)\\w*\\s+\\d+\\s+\\d+.*");

  private static final Pattern MORE = Pattern.compile("\\s*\\w+(?:,\\w+)+\\s*");
  private static final Pattern PROC =
      Pattern.compile(
          "(\\w+) (\\d{3,10}) (\\d{1,6}|-) (\\S+) (Live|Loading|Unloading) (0x[0-9a-f]+.*)");

  public LsmodReader() {
    super(FormatKind.of("lsmod", "loaded kernel modules", "lsmod, /proc/modules"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "Used by", " 0x", "ib", "iw", "rdma", "mlx", "nvidia", "nv_peer", "gdrdrv", "bnxt", "efa");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return HEADER.matcher(text).matches()
        || (text.contains(" 0x") && PROC.matcher(text).matches())
        || (LIKELY.matcher(text).matches() && ROW.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return PROC.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    boolean isCut = OutputCompleteness.isFiltered(block.command());
    String last = "";
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher proc = PROC.matcher(line.text());
      if (HEADER.matcher(line.text()).matches()) {
        sink.add(line, Subject.host(), isCut ? "modules.cut" : "modules.listed", "yes");
      } else if (proc.matches()) {
        if (line.number() == block.first().number() && !isCut) {
          sink.add(line, Subject.host(), "modules.listed", "yes");
        }
        module(line, proc.group(1), proc.group(2), proc.group(3), proc.group(4), sink);
        sink.add(line, Subject.module(proc.group(1)), "state", proc.group(5) + " " + proc.group(6));
      } else if (row.matches()) {
        module(
            line,
            row.group(1),
            row.group(2),
            row.group(3),
            row.group(4) == null ? "" : row.group(4),
            sink);
        last = row.group(1);
      } else if (MORE.matcher(line.text()).matches() && !last.isEmpty()) {
        sink.add(line, Subject.module(last), "used-by", line.text());
      }
    }
  }

  private static void module(
      TextLine line, String name, String size, String users, String by, FactSink sink) {
    Subject subject = Subject.module(name);
    sink.add(line, subject, "size", size);
    sink.add(line, subject, "users", users);
    if (!by.isEmpty() && !"-".equals(by)) {
      sink.add(line, subject, "used-by", by);
    }
  }
}
