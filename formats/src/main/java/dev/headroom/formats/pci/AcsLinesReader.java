package dev.headroom.formats.pci;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of lspci output filtered by {@code grep ACSCtl}, as NCCL's troubleshooting guide proposes
 * it: it shows that a bridge redirects, but not which.
 */
public final class AcsLinesReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile("\\s*(ACSCtl|ACSCap):\\s*(SrcValid[+-] TransBlk[+-] ReqRedir[+-].*)");

  public AcsLinesReader() {
    super(
        FormatKind.of(
            "lspci-acs", "ACS settings without their devices", "lspci -vvv | grep ACSCtl"),
        "ACSC",
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject bridge = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
    for (String flag : said.group(2).strip().split("\\s+")) {
      if (flag.endsWith("+") || flag.endsWith("-")) {
        String name = flag.substring(0, flag.length() - 1);
        sink.add(line, bridge, said.group(1) + "." + name, flag.endsWith("+") ? "on" : "off");
      }
    }
  }
}
