package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Arguments;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;

/** Reader of {@code cma_roce_tos}: one number, identified by the command above it. */
public final class RoceTosReader extends Reader {
  public RoceTosReader() {
    super(
        Kind.of(
            "cma_roce_tos",
            "type of service of connections that RDMA CM makes",
            "cma_roce_tos -d DEVICE"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    return at > 0
        && document.text(at - 1).contains("cma_roce_tos ")
        && document.isBoundary(at - 1)
        && document.text(at).strip().matches("\\d{1,3}");
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    return at + 1;
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Line line = block.first();
    String device = Arguments.after(block.command(), "-d").orElse("unnamed");
    sink.say(line, Subject.rdma(device), "cm.tos", line.text());
  }
}
