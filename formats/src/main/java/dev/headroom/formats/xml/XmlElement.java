package dev.headroom.formats.xml;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** XML element with its parents. */
public record XmlElement(String tag, Map<String, String> attributes, @Nullable XmlElement parent) {

  public Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  public Optional<XmlElement> above() {
    return Optional.ofNullable(parent);
  }

  /** The nearest element around this one that has the tag. */
  public Optional<XmlElement> around(String wanted) {
    for (XmlElement at = parent; at != null; at = at.parent) {
      if (at.tag.equals(wanted)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** The tags from the root, each with what tells it from its like. */
  public String path() {
    String own = tag;
    for (String name : new String[] {"busid", "id", "name", "numaid", "dev", "gp_index"}) {
      if (attributes.containsKey(name)) {
        own = tag + "[" + attributes.get(name) + "]";
        break;
      }
    }
    return parent == null ? own : parent.path() + "/" + own;
  }
}
