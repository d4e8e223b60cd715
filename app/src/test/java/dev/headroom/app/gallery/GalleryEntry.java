package dev.headroom.app.gallery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An entry of {@code docs/gallery.md}, from a line of {@code docs/gallery.tsv}.
 *
 * @param source the file below {@code examples} that the entry is about
 * @param picture the part of a report that {@code make-gallery} draws
 * @param command arguments of the program; empty for a program of its own
 * @param text two sentences, empty if the source has a head comment
 */
record GalleryEntry(
    String group, String name, Path source, String picture, String command, String text) {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  static final Path EXAMPLES = ROOT.resolve("examples");
  static final Path PICTURES = ROOT.resolve("docs/images/gallery");

  private static final Path TABLE = ROOT.resolve("docs/gallery.tsv");
  private static final Pattern JAVADOC = Pattern.compile("(?s)\\n/\\*\\*(.*?)(?:<p>|<pre>|\\*/)");
  private static final Pattern TITLE = Pattern.compile("^<svg[^>]*>\\s*<title>(.*?)</title>");

  /** A sentence ends at a full stop, except that of "et al.". */
  private static final String SENTENCES = "(?<=(?<!\\bal)\\.) ";

  /** The entries in the order of the table. */
  static List<GalleryEntry> all() throws IOException {
    List<GalleryEntry> entries = new ArrayList<>();
    String group = "";
    for (String line : Files.readAllLines(TABLE)) {
      if (line.startsWith("= ")) {
        group = line.substring(2);
      } else if (!line.startsWith("#")) {
        entries.add(of(group, line.split("\t")));
      }
    }
    return entries;
  }

  private static GalleryEntry of(String group, String[] cells) {
    String name = cells[0];
    boolean isText = "text".equals(cells[2]);
    return new GalleryEntry(
        group,
        name,
        EXAMPLES.resolve("-".equals(cells[1]) ? name + ".yaml" : cells[1]),
        cells[2],
        isText ? "" : "-".equals(cells[3]) ? "sim examples/" + name + ".yaml" : cells[3],
        cells.length > 4 ? cells[4] : "");
  }

  /** The first two sentences about the example. */
  String description() throws IOException {
    return text.isEmpty() ? firstSentences(source, 2) : text;
  }

  /** The first whole sentences of a file's head comment. */
  static String firstSentences(Path file, int count) throws IOException {
    String comment =
        file.toString().endsWith(".java")
            ? javadoc(Files.readString(file))
            : headComment(Files.readAllLines(file));
    return List.of(comment.split(SENTENCES)).stream()
        .filter(sentence -> sentence.endsWith("."))
        .limit(count)
        .reduce((before, next) -> before + " " + next)
        .orElse("");
  }

  /** The prose at the head of a scenario, without commands and lists. */
  private static String headComment(List<String> lines) {
    StringBuilder prose = new StringBuilder();
    for (String line : lines) {
      if (!line.startsWith("# ")) {
        break;
      }
      if (!line.startsWith("#  ")) {
        prose.append(line.substring(1));
      }
    }
    return prose.toString().strip();
  }

  private static String javadoc(String source) {
    Matcher comment = JAVADOC.matcher(source);
    return comment.find() ? comment.group(1).replaceAll("\\s*\\n\\s*\\*?\\s*", " ").strip() : "";
  }

  /** The picture's file, an SVG unless it is a part of an HTML page. */
  Path file() {
    return PICTURES.resolve(name + (picture.startsWith("page ") ? ".png" : ".svg"));
  }

  /** What the picture shows, from the picture itself. */
  String pictureTitle() throws IOException {
    if (picture.startsWith("page ")) {
      return "The page of headroom " + command;
    }
    Matcher title = TITLE.matcher(Files.readString(file()));
    return title.find()
        ? title.group(1).replaceAll("\\s+", " ")
        : "The picture of headroom " + command;
  }
}
