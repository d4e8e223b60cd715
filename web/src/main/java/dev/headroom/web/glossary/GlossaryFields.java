package dev.headroom.web.glossary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Block of keys in a YAML file. Whatever is not as asked for is a fault with its line. */
final class GlossaryFields {
  private final String file;
  private final Node block;
  private final Map<String, Node> values;

  private GlossaryFields(String file, Node block, Map<String, Node> values) {
    this.file = file;
    this.block = block;
    this.values = values;
  }

  /** The keys of a block, none of which is unknown. */
  static GlossaryFields of(Node node, String file, Set<String> known) {
    Map<String, Node> values = members(node, file);
    values.forEach((key, value) -> {
      if (!known.contains(key)) {
        throw new GlossaryException(
            file,
            line(value),
            "there is no key '" + key + "'; the keys are " + new TreeSet<>(known));
      }
    });
    return new GlossaryFields(file, node, values);
  }

  int line() {
    return line(block);
  }

  /** A text that must be there. */
  String text(String key) {
    return text(required(key), key);
  }

  /** A list of texts; empty when the key is left out. */
  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    items(values.get(key), key).forEach(item -> texts.add(text(item, key)));
    return texts;
  }

  /** Texts by name, in the order of the file; empty when the key is left out. */
  Map<String, String> pairs(String key) {
    Map<String, String> pairs = new LinkedHashMap<>();
    Node node = values.get(key);
    if (node != null) {
      members(node, file).forEach((name, value) -> pairs.put(name, text(value, name)));
    }
    return pairs;
  }

  /** A list of blocks that must be there. */
  List<GlossaryFields> blocks(String key, Set<String> known) {
    return items(required(key), key).stream().map(item -> of(item, file, known)).toList();
  }

  GlossaryException fault(String key, String what) {
    Node node = values.getOrDefault(key, block);
    return new GlossaryException(file, line(node), key + ": " + what);
  }

  private Node required(String key) {
    Node node = values.get(key);
    if (node == null) {
      throw fault(key, "it is missing");
    }
    return node;
  }

  private String text(Node node, String key) {
    if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
      throw new GlossaryException(file, line(node), key + ": a text is expected here");
    }
    return scalar.getValue().strip();
  }

  private List<Node> items(@Nullable Node node, String key) {
    if (node == null) {
      return List.of();
    }
    if (!(node instanceof SequenceNode sequence)) {
      throw new GlossaryException(file, line(node), key + ": a list is expected here");
    }
    return sequence.getValue();
  }

  private static Map<String, Node> members(Node node, String file) {
    if (!(node instanceof MappingNode mapping)) {
      throw new GlossaryException(file, line(node), "a block of keys is expected here");
    }
    Map<String, Node> members = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw new GlossaryException(file, line(tuple.getKeyNode()), "a key must be a word");
      }
      if (members.put(key.getValue(), tuple.getValueNode()) != null) {
        throw new GlossaryException(
            file, line(key), "'" + key.getValue() + "' appears twice; keep one of them");
      }
    }
    return members;
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }
}
