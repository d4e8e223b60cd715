package dev.headroom.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts the sentences of Markdown pages and their words. A sentence ends at a full stop, question
 * mark or exclamation mark, and at the end of its paragraph or list item. A span of code is one
 * word. Tables, code blocks and headings are counted, and not part of sentences.
 */
final class Sentences {
  /**
   * One sentence.
   *
   * @param line the line of its first word, from 1
   * @param words the number of its words
   */
  record Sentence(int line, int words, String text) {
    @Override
    public String toString() {
      return "line %d, %d words: %s".formatted(line, words, text);
    }
  }

  /**
   * The figures of one page.
   *
   * @param name its path below the root
   * @param generated a test writes the whole page
   * @param wideCells table cells of more than 300 characters
   */
  record Page(
      String name,
      boolean generated,
      List<Sentence> sentences,
      int tables,
      int wideCells,
      int codeBlocks,
      int headings) {
    double meanWords() {
      return sentences.stream().mapToInt(Sentence::words).average().orElse(0);
    }

    long longerThan(int words) {
      return sentences.stream().filter(sentence -> sentence.words() > words).count();
    }

    /** The longest sentences, the longest first. */
    List<Sentence> longest(int count) {
      return sentences.stream()
          .sorted(Comparator.comparingInt(sentence -> -sentence.words()))
          .limit(count)
          .toList();
    }

    String figures() {
      return "%-30s %s%5d sentences, mean %4.1f words, %3d over 35, longest %3d (line %d), %d tables, %d wide cells, %d code blocks, %d headings"
          .formatted(
              name,
              generated ? "generated" : "         ",
              sentences.size(),
              meanWords(),
              longerThan(35),
              sentences.isEmpty() ? 0 : longest(1).get(0).words(),
              sentences.isEmpty() ? 0 : longest(1).get(0).line(),
              tables,
              wideCells,
              codeBlocks,
              headings);
    }
  }

  /** Written by ClaimsCommandTest, GlossaryCommandTest, RuleTablesTest and StackExportTest. */
  private static final Set<String> GENERATED =
      Set.of("docs/claims.md", "docs/glossary.md", "docs/rules.md", "docs/stacks.md");

  private static final int WIDE = 300;
  private static final Pattern ITEM = Pattern.compile("(?:[-*]|\\d+\\.) .*");
  private static final Pattern BOUNDARY =
      Pattern.compile("(?<!\\b(?:vs|al|cf|No|e\\.g|i\\.e))[.!?][)\"*_]*\\s+(?=[^a-z\\s])");
  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

  private final List<Sentence> sentences = new ArrayList<>();
  private final List<String> paragraph = new ArrayList<>();
  private int begin;
  private int tables;
  private int wideCells;
  private int codeBlocks;
  private int headings;

  private Sentences() {}

  /** Prints the figures of README.md and of each page of docs, from the root of a checkout. */
  public static void main(String[] args) throws IOException {
    for (Page page : pages(Path.of(""))) {
      System.out.println(page.figures());
      if (List.of(args).contains("--longest")) {
        page.longest(10).forEach(sentence -> System.out.println("    " + sentence));
      }
    }
  }

  /** README.md and the pages of docs. */
  static List<Page> pages(Path root) throws IOException {
    List<Page> pages = new ArrayList<>();
    pages.add(page(root, root.resolve("README.md")));
    try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
      for (Path file : docs.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        pages.add(page(root, file));
      }
    }
    return pages;
  }

  private static Page page(Path root, Path file) throws IOException {
    String name = root.relativize(file).toString().replace('\\', '/');
    return of(name, GENERATED.contains(name), Files.readAllLines(file));
  }

  /** The figures of a text in Markdown. */
  static Page of(String name, boolean generated, List<String> lines) {
    Sentences read = new Sentences();
    read.read(lines);
    return new Page(
        name,
        generated,
        List.copyOf(read.sentences),
        read.tables,
        read.wideCells,
        read.codeBlocks,
        read.headings);
  }

  private void read(List<String> lines) {
    boolean fenced = false;
    boolean inTable = false;
    boolean indented = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String text = line.strip();
      boolean fence = text.startsWith("```");
      boolean cell = !fenced && text.startsWith("|");
      boolean code = !fenced && paragraph.isEmpty() && line.startsWith("    ") && !isItem(text);
      if (fence || cell || code || text.isEmpty() || text.startsWith("#") || isItem(text)) {
        finish();
      }
      if (fence) {
        codeBlocks += fenced ? 0 : 1;
        fenced = !fenced;
      } else if (cell) {
        tables += inTable ? 0 : 1;
        wideCells += wide(text);
      } else if (code && !text.isEmpty()) {
        codeBlocks += indented ? 0 : 1;
      } else if (!fenced && text.startsWith("#")) {
        headings++;
      } else if (!fenced && !text.isEmpty() && !text.startsWith("<!--") && !text.startsWith("![")) {
        begin = paragraph.isEmpty() ? i + 1 : begin;
        paragraph.add(isItem(text) ? text.replaceFirst("^\\S+ +", "") : text);
      }
      inTable = cell;
      indented = text.isEmpty() ? indented : code;
    }
    finish();
  }

  private static boolean isItem(String text) {
    return ITEM.matcher(text).matches();
  }

  private static int wide(String row) {
    int wide = 0;
    for (String cell : row.split("(?<!\\\\)\\|")) {
      wide += cell.strip().length() > WIDE ? 1 : 0;
    }
    return wide;
  }

  /** Ends a paragraph: its sentences, each with the line that it begins in. */
  private void finish() {
    StringBuilder text = new StringBuilder();
    List<Integer> starts = new ArrayList<>();
    for (String line : paragraph) {
      starts.add(text.length());
      text.append(plain(line)).append(' ');
    }
    paragraph.clear();
    int from = 0;
    var boundary = BOUNDARY.matcher(text);
    while (boundary.find()) {
      add(text.substring(from, boundary.end()), from, starts);
      from = boundary.end();
    }
    add(text.substring(from), from, starts);
  }

  private void add(String text, int from, List<Integer> starts) {
    int words = (int) WORD.matcher(text).results().count();
    if (words > 0) {
      int line = begin - 1 + (int) starts.stream().filter(start -> start <= from).count();
      sentences.add(new Sentence(line, words, text.strip()));
    }
  }

  /** A line with links as their text, and each span of code as one word. */
  private static String plain(String line) {
    return Pattern.compile("`([^`]*)`")
        .matcher(line.replaceAll("!?\\[([^]]*)]\\([^)]*\\)", "$1"))
        .replaceAll(code -> "`" + code.group(1).replaceAll("[\\s.!?\\\\$]+", "_") + "`");
  }
}
