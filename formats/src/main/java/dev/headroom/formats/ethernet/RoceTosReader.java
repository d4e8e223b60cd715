package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;

/**
 * Reader of {@code cma_roce_tos} and {@code cma_roce_mode}: a number, or a version of RoCE,
 * identified by the command above it.
 */
public final class RoceTosReader extends FormatReader {
  public RoceTosReader() {
    super(
        FormatKind.of(
            "cma_roce_tos",
            "type of service (ToS) and RoCE version of RDMA CM connections",
            "cma_roce_tos -d DEVICE, cma_roce_mode -d DEVICE"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return at > 0
        && document.text(at - 1).contains("cma_roce_")
        && document.isBoundary(at - 1)
        && (isMode(document.text(at - 1))
            ? document.text(at).strip().matches("(?:IB/)?RoCE v[12]")
            : document.text(at - 1).contains("cma_roce_tos ")
                && document.text(at).strip().matches("\\d{1,3}"));
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return at + 1;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    TextLine line = block.first();
    String device = CommandArguments.after(block.command(), "-d").orElse("unnamed");
    if (isMode(block.command())) {
      String port = CommandArguments.after(block.command(), "-p").orElse("1");
      sink.add(line, Subject.port(device, port), RdmaKeys.CM_ROCE_MODE, line.text());
    } else {
      sink.add(line, Subject.rdma(device), "cm.tos", line.text());
    }
  }

  private static boolean isMode(String command) {
    return command.contains("cma_roce_mode ");
  }
}
