package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.xml.GenericXml;
import dev.headroom.formats.xml.XmlElement;
import dev.headroom.formats.xml.XmlReader;
import java.util.Optional;

/** Reader of hwloc's XML, as {@code lstopo} writes it. */
public final class HwlocReader extends XmlReader {
  /** {@code hwloc_obj_osdev_type_e} of hwloc 1 and 2. */
  private static final int NETWORK = 2;

  private static final int OPENFABRICS = 3;

  /** The same of hwloc 3. */
  private static final int NETWORK_BIT = 1 << 4;

  private static final int OPENFABRICS_BIT = 1 << 5;

  public HwlocReader() {
    super("hwloc", "CPUs, caches, memory and PCI devices of a host", "lstopo file.xml", "topology");
  }

  @Override
  protected Visitor visitor(FactSink sink) {
    return new Objects(sink, new GenericXml(sink));
  }

  private record Objects(FactSink sink, GenericXml generic) implements Visitor {
    @Override
    public void text(TextLine line, XmlElement element, String text) {
      generic.text(line, element, text);
    }

    @Override
    public void start(TextLine line, XmlElement element) {
      generic.start(line, element);
      element.attribute("pci_busid").ifPresent(bus -> pci(line, element, Subject.pci(bus)));
      if (element.attribute("type").filter("OSDev"::equals).isPresent()) {
        element.attribute("name").ifPresent(name -> device(line, element, name));
      }
    }

    private void pci(TextLine line, XmlElement element, Subject subject) {
      element.attribute("pci_type").ifPresent(type -> sink.add(line, subject, "hwloc.type", type));
      element
          .around("object")
          .flatMap(above -> above.attribute("pci_busid"))
          .ifPresent(bus -> sink.add(line, subject, PciKeys.PARENT, Subject.pciName(bus)));
    }

    private void device(TextLine line, XmlElement element, String name) {
      Optional<Subject> subject = subject(element, name);
      Optional<String> bus =
          element.around("object").flatMap(above -> above.attribute("pci_busid"));
      if (subject.isPresent() && bus.isPresent()) {
        sink.add(line, subject.get(), "pci", Subject.pciName(bus.get()));
      }
    }

    /** None for disks, GPUs and what else a system has devices for. */
    private static Optional<Subject> subject(XmlElement element, String name) {
      int type = number(element, "osdev_type");
      boolean isMask = hasMasks(element);
      if (isMask ? (type & OPENFABRICS_BIT) != 0 : type == OPENFABRICS) {
        return Optional.of(Subject.rdma(name));
      }
      boolean isNetwork = isMask ? (type & NETWORK_BIT) != 0 : type == NETWORK;
      return isNetwork ? Optional.of(Subject.netdev(name)) : Optional.empty();
    }

    /** From hwloc 3 on a device may be of several types. The versions before it count them. */
    private static boolean hasMasks(XmlElement element) {
      return element
          .around("topology")
          .flatMap(topology -> topology.attribute("version"))
          .filter(version -> version.matches("([3-9]|[1-9]\\d)(\\..*)?"))
          .isPresent();
    }

    private static int number(XmlElement element, String attribute) {
      return element
          .attribute(attribute)
          .filter(value -> value.matches("\\d{1,9}"))
          .map(Integer::parseInt)
          .orElse(0);
    }
  }
}
