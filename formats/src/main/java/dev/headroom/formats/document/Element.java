package dev.headroom.formats.document;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** XML element with its parents. */
record Element(String tag, Map<String, String> attributes, @Nullable Element parent) {

  Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  Optional<Element> above() {
    return Optional.ofNullable(parent);
  }

  /** The nearest element around this one that has the tag. */
  Optional<Element> around(String wanted) {
    for (Element at = parent; at != null; at = at.parent) {
      if (at.tag.equals(wanted)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** The tags from the root, each with what tells it from its like. */
  String path() {
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
