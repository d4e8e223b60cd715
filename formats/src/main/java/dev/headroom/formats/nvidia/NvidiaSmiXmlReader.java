package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.pci.PciKeys;
import dev.headroom.formats.pci.PcieLinkText;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.xml.XmlElement;
import dev.headroom.formats.xml.XmlReader;

/** Reader of {@code nvidia-smi -q -x}: everything that the driver reports about each GPU. */
public final class NvidiaSmiXmlReader extends XmlReader {
  public NvidiaSmiXmlReader() {
    super("nvidia-smi-xml", "the driver's data about GPUs", "nvidia-smi -q -x", "nvidia_smi_log");
  }

  @Override
  protected Visitor visitor(FactSink sink) {
    return new Log(sink);
  }

  /** GPUs are counted in the order in which they stand. */
  private static final class Log implements Visitor {
    private final FactSink sink;
    private int gpu = -1;

    Log(FactSink sink) {
      this.sink = sink;
    }

    @Override
    public void start(TextLine line, XmlElement element) {
      if ("gpu".equals(element.tag())) {
        gpu++;
        element
            .attribute("id")
            .ifPresent(id -> sink.add(line, subject(element), "pci", Subject.pciName(id)));
      }
      Subject subject = subject(element);
      element
          .attributes()
          .forEach((name, value) -> sink.add(line, subject, key(element) + "." + name, value));
      if (element.attributes().isEmpty()) {
        sink.add(line, subject, key(element) + ".element", element.tag());
      }
    }

    @Override
    public void text(TextLine line, XmlElement element, String text) {
      Subject subject = subject(element);
      String key = key(element);
      sink.add(line, subject, key, text);
      switch (key) {
        case "product_name" -> sink.add(line, subject, "product", text);
        case "driver_version" -> sink.add(line, Subject.host(), "nvidia.driver", text);
        case "pci.pci_gpu_link_info.link_widths.current_link_width" ->
            PcieLinkText.width(line, subject, PciKeys.LINK_WIDTH, text, sink);
        case "pci.pci_gpu_link_info.link_widths.max_link_width" ->
            PcieLinkText.width(line, subject, PciKeys.LINK_MAX_WIDTH, text, sink);
        default -> {}
      }
    }

    private Subject subject(XmlElement element) {
      boolean ofGpu = "gpu".equals(element.tag()) || element.around("gpu").isPresent();
      return ofGpu
          ? Subject.gpu(String.valueOf(Math.max(0, gpu)))
          : new Subject(SubjectKind.ITEM, "nvidia-smi");
    }

    /** The path below the GPU: {@code pci.pci_gpu_link_info.pcie_gen.current_link_gen}. */
    private static String key(XmlElement element) {
      StringBuilder key = new StringBuilder(element.tag());
      for (XmlElement at = element.parent(); at != null; at = at.parent()) {
        if ("gpu".equals(at.tag()) || "nvidia_smi_log".equals(at.tag())) {
          break;
        }
        key.insert(0, at.tag() + ".");
      }
      return key.toString();
    }
  }
}
