package dev.headroom.formats.nccl;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.xml.GenericXml;
import dev.headroom.formats.xml.XmlReader;

/** Reader of NCCL's search result, as {@code NCCL_GRAPH_DUMP_FILE} writes it. */
public final class NcclGraphReader extends XmlReader {
  public NcclGraphReader() {
    super(
        "nccl-graph", "channels found by NCCL's topology search", "NCCL_GRAPH_DUMP_FILE", "graphs");
  }

  @Override
  protected Visitor visitor(FactSink sink) {
    return new GenericXml(sink);
  }
}
