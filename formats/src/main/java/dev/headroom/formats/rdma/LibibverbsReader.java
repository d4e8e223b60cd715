package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of libibverbs' warnings at the start of a program ({@code init.c} of rdma-core). */
public final class LibibverbsReader extends SinglePatternReader {
  private static final Pattern ABI =
      Pattern.compile(
          "Driver (\\S+) does not support the kernel ABI of (\\d{1,3}) \\(supports (\\d{1,3}) to (\\d{1,3})\\) for device \\S*?/(\\w+)");

  public LibibverbsReader() {
    super(
        FormatKind.of("libibverbs", "warnings of the RDMA library", "any program that uses RDMA"),
        "libibverbs: ",
        Pattern.compile("(.{0,80}?)libibverbs: (?:Warning: )?(\\S.*?)\\s*"));
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject event = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
    sink.add(line, event, "libibverbs", said.group(2));
    if (!said.group(1).isBlank()) {
      sink.add(line, event, "prefix", said.group(1));
    }
    Matcher abi = ABI.matcher(said.group(2));
    if (abi.matches()) {
      Subject device = Subject.rdma(abi.group(5));
      sink.add(line, device, "provider", abi.group(1));
      sink.add(line, device, "provider.abi.kernel", abi.group(2));
      sink.add(line, device, "provider.abi.most", abi.group(4));
    }
  }
}
