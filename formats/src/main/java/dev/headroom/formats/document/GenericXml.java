package dev.headroom.formats.document;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Line;

/** Visitor that makes a fact of every attribute and text, under the path to its element. */
record GenericXml(FactSink sink) implements XmlReader.Visitor {

  @Override
  public void start(Line line, Element element) {
    Subject subject = new Subject(Thing.ITEM, element.path());
    sink.say(line, subject, "element", element.tag());
    element.attributes().forEach((name, value) -> sink.say(line, subject, name, value));
  }

  @Override
  public void text(Line line, Element element, String text) {
    sink.say(line, new Subject(Thing.ITEM, element.path()), "text", text);
  }
}
