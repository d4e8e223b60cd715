package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.xml.XmlElement;
import dev.headroom.formats.xml.XmlReader;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reader of NCCL's topology file, which {@code NCCL_TOPO_DUMP_FILE} writes and {@code
 * NCCL_TOPO_FILE} reads.
 */
public final class NcclTopologyReader extends XmlReader {
  public NcclTopologyReader() {
    super(
        "nccl-topology",
        "CPUs, PCI devices, GPUs and NICs of a host as detected by NCCL",
        "NCCL_TOPO_DUMP_FILE",
        "system");
  }

  /** People cut out of it the function that they mean: one that nothing of XML stands before. */
  @Override
  protected List<String> clues() {
    return Stream.concat(super.clues().stream(), Stream.of("<pci ")).toList();
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return super.starts(document, at)
        || (isFunction(document.text(at)) && (at == 0 || !isXml(document.text(at - 1))));
  }

  private static boolean isFunction(String text) {
    return text.stripLeading().startsWith("<pci ") && text.contains("<pci busid=\"");
  }

  private static boolean isXml(String text) {
    return text.stripLeading().startsWith("<");
  }

  @Override
  protected Visitor visitor(FactSink sink) {
    return new Topology(sink);
  }

  private record Topology(FactSink sink) implements Visitor {
    @Override
    public void text(TextLine line, XmlElement element, String text) {
      sink.add(line, new Subject(SubjectKind.ITEM, element.path()), "text", text);
    }

    @Override
    public void start(TextLine line, XmlElement element) {
      switch (element.tag()) {
        case "cpu" -> all(line, element, Subject.numa(element.attribute("numaid").orElse("0")));
        case "pci" -> pci(line, element);
        case "gpu" -> gpu(line, element);
        case "net" -> net(line, element);
        case "nvlink", "xgmi", "c2c", "pcilink" -> link(line, element);
        default -> {
          Subject item = new Subject(SubjectKind.ITEM, element.path());
          sink.add(line, item, "element", element.tag());
          all(line, element, item);
        }
      }
    }

    private void all(TextLine line, XmlElement element, Subject subject) {
      element
          .attributes()
          .forEach((name, value) -> sink.add(line, subject, "nccl.xml." + name, value));
      if (element.attributes().isEmpty()) {
        sink.add(line, subject, "element", element.tag());
      }
    }

    private static Subject pciOf(XmlElement element) {
      return Subject.pci(element.attribute("busid").orElse("unnamed"));
    }

    private void pci(TextLine line, XmlElement element) {
      Subject subject = pciOf(element);
      all(line, element, subject);
      element
          .attribute("link_speed")
          .ifPresent(speed -> sink.add(line, subject, PciKeys.LINK_GTS, speed.split("[ G]", 2)[0]));
      element
          .attribute("link_width")
          .ifPresent(width -> sink.add(line, subject, PciKeys.LINK_WIDTH, width));
      element
          .attribute("class")
          .ifPresent(code -> sink.add(line, subject, PciKeys.CLASS_CODE, code));
      element
          .around("pci")
          .ifPresent(above -> sink.add(line, subject, PciKeys.PARENT, pciOf(above).name()));
      element
          .around("cpu")
          .flatMap(cpu -> cpu.attribute("numaid"))
          .ifPresent(node -> sink.add(line, subject, PciKeys.NUMA, node));
    }

    private void gpu(TextLine line, XmlElement element) {
      Subject subject = Subject.gpu(element.attribute("dev").orElse("unnamed"));
      all(line, element, subject);
      element.around("pci").ifPresent(pci -> sink.add(line, subject, "pci", pciOf(pci).name()));
      element.attribute("gdr").ifPresent(gdr -> sink.add(line, subject, "gdr", gdr));
    }

    private void net(TextLine line, XmlElement element) {
      String name = element.attribute("name").orElse("unnamed");
      Subject subject = Subject.port(name, element.attribute("port").orElse("1"));
      all(line, element, subject);
      element
          .attribute("speed")
          .filter(speed -> speed.matches("\\d{1,9}"))
          .ifPresent(speed ->
              sink.add(
                  line, subject, "nccl.rate.gbps", String.valueOf(Long.parseLong(speed) / 1000.0)));
      element
          .around("pci")
          .ifPresent(pci -> sink.add(line, Subject.rdma(name), RdmaKeys.PCI, pciOf(pci).name()));
    }

    private void link(TextLine line, XmlElement element) {
      String from = element.around("pci").map(pci -> pciOf(pci).name()).orElse("unnamed");
      String to = element.attribute("target").orElse("cpu");
      all(line, element, Subject.pair(from, to + " " + element.tag()));
    }
  }
}
