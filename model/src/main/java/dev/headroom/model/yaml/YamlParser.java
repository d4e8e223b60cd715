package dev.headroom.model.yaml;

import dev.headroom.model.text.FailureMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Parser from text to {@link YamlNode}. No scalar is interpreted (a host named {@code no} stays
 * one); duplicate keys, tags and broken syntax are problems with their place; anchors that would
 * blow a small file up are refused.
 */
public final class YamlParser {
  private static final int DEEPEST = 50;
  private static final int MOST_ALIASES = 50;
  private static final int MOST_NODES = 50_000_000;
  private static final int LONGEST = 1 << 30;

  /** Characters; what is not read yet of a long word is copied each time that a buffer is full. */
  private static final int LEAST_BUFFER = 1 << 10;

  private static final int MOST_BUFFER = 1 << 20;

  /** What a plain value is taken for, or what says no more of it than how it is written. */
  private static final Set<Tag> OF_SCALARS =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL);

  private final String file;
  private final YamlProblems problems;
  private final LineItems lines;

  private final Sought sought;

  private final Set<FilePosition> tagged = new HashSet<>();
  private int runs;
  private int nodes;

  private YamlParser(String file, Sought sought, YamlProblems problems, LineItems lines) {
    this.file = file;
    this.sought = sought;
    this.problems = problems;
    this.lines = lines;
  }

  /**
   * What a document should be.
   *
   * @param noun what people call it
   * @param least what to write where there is nothing
   */
  public record Sought(String noun, String least) {}

  /** The document, or empty when it cannot be parsed at all or holds nothing. */
  public static Optional<YamlNode> parse(
      String text, String file, Sought sought, YamlProblems problems) {
    LineItems lines = LineItems.of(text, file);
    if (lines.runs() > 0) {
      YamlProblems unheard = new YamlProblems();
      YamlParser quick = new YamlParser(file, sought, unheard, lines);
      Optional<YamlNode> document = quick.parse(lines.rest());
      // Else lines were taken for items that are none, such as those of a text of many lines.
      if (unheard.none() && quick.runs == lines.runs()) {
        return document;
      }
    }
    return parseEachLine(text, file, sought, problems);
  }

  /** The same, without taking lists apart before. */
  static Optional<YamlNode> parseEachLine(
      String text, String file, Sought sought, YamlProblems problems) {
    return new YamlParser(file, sought, problems, LineItems.of("", file)).parse(text);
  }

  private Optional<YamlNode> parse(String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setCodePointLimit(LONGEST)
            .setBufferSize(Math.clamp(text.length(), LEAST_BUFFER, MOST_BUFFER))
            .setAllowDuplicateKeys(true)
            .setMaxAliasesForCollections(MOST_ALIASES)
            .build();
    try {
      Parser parser = new KeyLimit(new ParserImpl(settings, new StreamReader(settings, text)));
      Optional<Node> root = new Composer(settings, parser).getSingleNode();
      if (root.isEmpty()) {
        problems.add(new FilePosition(file, 1, 1), "", "the file is empty", sought.least());
        return Optional.empty();
      }
      return Optional.of(convert(root.get(), "", 0));
    } catch (KeyLimit.TooManyKeys e) {
      FilePosition spot = e.getProblemMark().map(this::spot).orElse(new FilePosition(file, 1, 1));
      problems.add(
          spot,
          "",
          String.valueOf(e.getProblem()),
          "no " + sought.noun() + " needs so many in one");
      return Optional.empty();
    } catch (MarkedYamlEngineException e) {
      FilePosition spot =
          e.getProblemMark()
              .or(e::getContextMark)
              .map(this::spot)
              .orElse(new FilePosition(file, 1, 1));
      String context = e.getContext() == null ? "" : " " + e.getContext();
      problems.add(spot, "", "this is not YAML: " + e.getProblem() + context, advice(e));
      return Optional.empty();
    } catch (TooMuch e) {
      problems.add(new FilePosition(file, 1, 1), "", String.valueOf(e.getMessage()), "");
      return Optional.empty();
    } catch (YamlEngineException e) {
      String why = String.valueOf(e.getMessage());
      if (why.contains("aliases")) { // the library has no type for it
        problems.add(
            new FilePosition(file, 1, 1),
            "",
            "more than %d aliases (*NAME) for lists or blocks".formatted(MOST_ALIASES),
            "at most %d; write the others out".formatted(MOST_ALIASES));
        return Optional.empty();
      }
      problems.add(
          new FilePosition(file, 1, 1), "", "this is not YAML: " + FailureMessage.of(e), "");
      return Optional.empty();
    } catch (StackOverflowError e) { // the library sets no limit to brackets in brackets
      problems.add(
          new FilePosition(file, 1, 1),
          "",
          "it is nested too deeply",
          "no " + sought.noun() + " needs more than " + DEEPEST + " levels");
      return Optional.empty();
    }
  }

  /** What would be right where the library's words for what is wrong do not tell. */
  private static String advice(MarkedYamlEngineException e) {
    String problem = String.valueOf(e.getProblem());
    String context = String.valueOf(e.getContext());
    if (problem.contains("'\\t'") || problem.contains("\\t(TAB)")) {
      return "indent with spaces, not tabs";
    }
    if (context.contains("quoted scalar")) {
      return "close the quotes"
          + e.getContextMark().map(mark -> " of line " + (mark.getLine() + 1)).orElse("");
    }
    if (context.contains("simple key")) {
      return "write KEY: VALUE";
    }
    if (context.contains("flow mapping") || context.contains("flow sequence")) {
      return "close the bracket"
          + e.getContextMark().map(mark -> " of line " + (mark.getLine() + 1)).orElse("")
          + ", and separate its entries with commas";
    }
    return problem.contains("mapping values") || context.contains("block mapping")
        ? "keys of one block must begin in the same column, and a value with ': ' in it needs "
            + "quotes"
        : "";
  }

  private YamlNode convert(Node node, String path, int depth) {
    if (depth > DEEPEST || ++nodes > MOST_NODES) {
      throw new TooMuch("it is nested too deeply or repeats itself endlessly");
    }
    FilePosition spot = node.getStartMark().map(this::spot).orElse(new FilePosition(file, 1, 1));
    refuseTag(node, path, spot);
    return switch (node) {
      case ScalarNode scalar ->
          new YamlNode.Scalar(
              scalar.getValue(), scalar.getScalarStyle() == ScalarStyle.PLAIN, spot);
      case SequenceNode sequence ->
          new YamlNode.Sequence(items(sequence.getValue(), path, depth), spot);
      case MappingNode mapping -> mapping(mapping, path, depth, spot);
      default -> throw new TooMuch("an alias stands in place of a value");
    };
  }

  /** A tag asks for a type that no value has. */
  private void refuseTag(Node node, String path, FilePosition spot) {
    boolean known =
        switch (node) {
          case ScalarNode _ -> OF_SCALARS.contains(node.getTag());
          case SequenceNode _ -> node.getTag().equals(Tag.SEQ);
          case MappingNode _ -> node.getTag().equals(Tag.MAP);
          default -> true;
        };
    // an alias leads here again
    if (!known && tagged.add(spot)) {
      String tag = node.getTag().getValue();
      problems.add(
          spot,
          path,
          "'" + tag.replace(Tag.PREFIX, "!!") + "' is a tag, but a " + sought.noun() + " has none",
          "remove it and write the value alone");
    }
  }

  private List<YamlNode> items(List<Node> nodes, String path, int depth) {
    List<YamlNode> items = new ArrayList<>();
    for (Node node : nodes) {
      Optional<LineItems.Run> run =
          node instanceof ScalarNode scalar ? lines.behind(scalar.getValue()) : Optional.empty();
      if (run.isEmpty()) {
        items.add(convert(node, path, depth + 1));
        continue;
      }
      runs++;
      if (nodes.size() == 1) {
        return run.get();
      }
      items.addAll(run.get());
    }
    return items;
  }

  private YamlNode mapping(MappingNode mapping, String path, int depth, FilePosition spot) {
    List<YamlNode.Entry> entries = new ArrayList<>();
    Map<String, FilePosition> seen = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      FilePosition at = tuple.getKeyNode().getStartMark().map(this::spot).orElse(spot);
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        problems.add(at, path, "a key is a list or a block of keys", "a key is a word");
        continue;
      }
      refuseTag(key, path, at);
      String name = key.getValue();
      String inner = path.isEmpty() ? name : path + "." + name;
      FilePosition first = seen.putIfAbsent(name, at);
      if (first != null) {
        problems.add(
            at,
            inner,
            "this key is a duplicate; the first is in line " + first.line(),
            "keep one of them");
        continue;
      }
      entries.add(new YamlNode.Entry(name, at, convert(tuple.getValueNode(), inner, depth + 1)));
    }
    return new YamlNode.Mapping(entries, spot);
  }

  private FilePosition spot(Mark mark) {
    return new FilePosition(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** More than any document can need. */
  private static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooMuch(String message) {
      super(message);
    }
  }
}
