package dev.headroom.formats.xml;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.read.UnreadableBlockException;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reader of XML with one root element, element by element. Entities are neither declared nor
 * fetched: a document that declares any is refused.
 */
public abstract class XmlReader extends FormatReader {
  /** Deeper than any tool's. */
  private static final int DEEPEST = 80;

  private static final Pattern TAG = Pattern.compile("\\s*<([A-Za-z_][\\w.-]*)\\b.*");
  private static final XMLInputFactory FACTORY = factory();

  private final String root;

  public XmlReader(String id, String what, String command, String root) {
    super(
        FormatKind.of(
            id,
            what,
            command,
            IgnoredLine.of("\\s*</[\\w.:-]+>\\s*", "end of an element"),
            IgnoredLine.of("\\s*<\\?xml [^>]*\\?>\\s*", "declaration of XML"),
            IgnoredLine.of("\\s*<!DOCTYPE [^>\\[]*>\\s*", "declaration of a document type"),
            IgnoredLine.of("\\s*<!--.*-->\\s*", "comment")));
    this.root = root;
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  @Override
  protected List<String> clues() {
    return List.of("<?xml", "<!DOCTYPE", "<!--", "<" + root);
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at).strip();
    if (!text.startsWith("<")) {
      return false;
    }
    if (text.startsWith("<?xml") || text.startsWith("<!DOCTYPE") || text.startsWith("<!--")) {
      for (int i = at; i < Math.min(document.size(), at + 40); i++) {
        var tag = TAG.matcher(document.text(i));
        if (tag.matches()) {
          return tag.group(1).equals(root);
        }
      }
      return document.text(at).contains("<" + root);
    }
    var tag = TAG.matcher(text);
    return tag.matches() && tag.group(1).equals(root);
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    String end = "</" + root + ">";
    for (int i = at; i < document.size(); i++) {
      if (document.line(i).whole().contains(end)) {
        return i + 1;
      }
      if (i > at && Character.isLetterOrDigit(first(document.text(i))) && document.isBoundary(i)) {
        return i;
      }
    }
    return document.size();
  }

  private static char first(String text) {
    return text.isBlank() ? ' ' : text.strip().charAt(0);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<TextLine> lines = block.lines();
    String text =
        lines.stream().map(TextLine::whole).collect(Collectors.joining("\n")).stripTrailing();
    String declared = text.substring(0, Math.min(text.length(), 1 << 16));
    if (declared.contains("<!ENTITY") || declared.matches("(?s).*<!DOCTYPE[^>]{0,200}\\[.*")) {
      throw UnreadableBlockException.at(
          block.first(), "XML with entity declarations is not supported");
    }
    try {
      XMLStreamReader reader = FACTORY.createXMLStreamReader(new StringReader(text));
      elements(reader, lines, sink);
    } catch (XMLStreamException e) {
      int number = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
      TextLine line = lines.get(Math.clamp(number - 1, 0, lines.size() - 1));
      throw UnreadableBlockException.at(line, "XML ends or is malformed here");
    }
  }

  private void elements(XMLStreamReader reader, List<TextLine> lines, FactSink sink)
      throws XMLStreamException {
    Deque<XmlElement> open = new ArrayDeque<>();
    Visitor visitor = visitor(sink);
    int last = 0;
    while (reader.hasNext()) {
      int event = reader.next();
      int at = Math.clamp(reader.getLocation().getLineNumber() - 1, 0, lines.size() - 1);
      if (event == XMLStreamConstants.START_ELEMENT) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
          attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        XmlElement element = new XmlElement(reader.getLocalName(), attributes, open.peek());
        open.push(element);
        if (open.size() > DEEPEST) {
          throw UnreadableBlockException.rejectBlock(
              lines.get(at), "XML is nested deeper than " + DEEPEST);
        }
        visitor.start(lines.get(at), element);
        for (int i = last + 1; i < at; i++) {
          if (!lines.get(i).isBlank() && !attributes.isEmpty()) {
            sink.markContinuation(lines.get(i));
          }
        }
        last = at;
      } else if (event == XMLStreamConstants.COMMENT) {
        int first = at - (int) reader.getText().chars().filter(c -> c == '\n').count();
        for (int i = Math.max(0, first); i <= at; i++) {
          if (!lines.get(i).isBlank()) {
            sink.add(
                lines.get(i),
                new Subject(SubjectKind.ITEM, "comment"),
                "comment",
                lines.get(i).text());
          }
        }
        last = at;
      } else if (event == XMLStreamConstants.CHARACTERS && !reader.isWhiteSpace()) {
        XmlElement element = open.peek();
        if (element != null) {
          visitor.text(lines.get(at), element, reader.getText().strip());
          for (int i = last + 1; i < at; i++) {
            if (!lines.get(i).isBlank()) {
              sink.markContinuation(lines.get(i));
            }
          }
        }
        last = at;
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        open.poll();
        last = at;
      }
    }
  }

  protected abstract Visitor visitor(FactSink sink);

  /** Says what elements mean. */
  public interface Visitor {
    void start(TextLine line, XmlElement element);

    void text(TextLine line, XmlElement element, String text);
  }
}
