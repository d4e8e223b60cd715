package dev.headroom.formats.xml;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;

/** Visitor that makes a fact of every attribute and text, under the path to its element. */
public record GenericXml(FactSink sink) implements XmlReader.Visitor {

  @Override
  public void start(TextLine line, XmlElement element) {
    Subject subject = new Subject(SubjectKind.ITEM, element.path());
    sink.add(line, subject, "element", element.tag());
    element.attributes().forEach((name, value) -> sink.add(line, subject, name, value));
  }

  @Override
  public void text(TextLine line, XmlElement element, String text) {
    sink.add(line, new Subject(SubjectKind.ITEM, element.path()), "text", text);
  }
}
