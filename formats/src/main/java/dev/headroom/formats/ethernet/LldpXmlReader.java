package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.xml.GenericXml;
import dev.headroom.formats.xml.XmlElement;
import dev.headroom.formats.xml.XmlReader;
import java.util.Optional;

/** Reader of {@code lldpctl -f xml}: the switch and port that each interface is connected to. */
public final class LldpXmlReader extends XmlReader {
  public LldpXmlReader() {
    super("lldp-xml", "the switch port of each interface", "lldpctl -f xml", "lldp");
  }

  @Override
  protected Visitor visitor(FactSink sink) {
    return new Neighbours(sink);
  }

  /** Says what lldpctl's text says of an interface, and the rest as it stands. */
  private record Neighbours(FactSink sink) implements Visitor {
    @Override
    public void start(TextLine line, XmlElement element) {
      new GenericXml(sink).start(line, element);
    }

    @Override
    public void text(TextLine line, XmlElement element, String text) {
      new GenericXml(sink).text(line, element, text);
      Optional<String> name = element.around("interface").flatMap(each -> each.attribute("name"));
      if (name.isEmpty()) {
        return;
      }
      String place = element.above().map(XmlElement::tag).orElse("") + "/" + element.tag();
      switch (place) {
        case "chassis/name" -> sink.add(line, Subject.netdev(name.get()), "neighbor.switch", text);
        case "port/id" -> sink.add(line, Subject.netdev(name.get()), "neighbor.port", text);
        default -> {}
      }
    }
  }
}
