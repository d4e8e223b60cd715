package dev.headroom.formats.document;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Line;

/** hwloc's XML: what {@code lstopo} writes. */
public final class HwlocReader extends XmlReader {
  public HwlocReader() {
    super("hwloc", "processors, caches, memory and PCI of a host", "lstopo file.xml", "topology");
  }

  @Override
  Visitor visitor(FactSink sink) {
    return new Objects(sink, new GenericXml(sink));
  }

  private record Objects(FactSink sink, GenericXml generic) implements Visitor {
    @Override
    public void text(Line line, Element element, String text) {
      generic.text(line, element, text);
    }

    @Override
    public void start(Line line, Element element) {
      generic.start(line, element);
      element.attribute("pci_busid").ifPresent(bus -> pci(line, element, Subject.pci(bus)));
      if (element.attribute("type").filter("OSDev"::equals).isPresent()) {
        element.attribute("name").ifPresent(name -> device(line, element, name));
      }
    }

    private void pci(Line line, Element element, Subject subject) {
      element.attribute("pci_type").ifPresent(type -> sink.say(line, subject, "hwloc.type", type));
      element
          .around("object")
          .flatMap(above -> above.attribute("pci_busid"))
          .ifPresent(bus -> sink.say(line, subject, PciKeys.PARENT, Subject.pciName(bus)));
    }

    /** 3 is OpenFabrics in hwloc 2, and 2 a network interface. */
    private void device(Line line, Element element, String name) {
      Subject subject =
          element.attribute("osdev_type").filter("3"::equals).isPresent()
              ? Subject.rdma(name)
              : Subject.netdev(name);
      element
          .around("object")
          .flatMap(above -> above.attribute("pci_busid"))
          .ifPresent(bus -> sink.say(line, subject, "pci", Subject.pciName(bus)));
    }
  }
}
