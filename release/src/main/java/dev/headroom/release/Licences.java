package dev.headroom.release;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import tools.jackson.databind.JsonNode;

/**
 * Licences of the libraries: the texts that their jars carry, a folder for each jar, and a list of
 * all jars with the SPDX identifiers of the bill of materials.
 */
final class Licences {
  private static final Pattern TEXT =
      Pattern.compile(
          "(?i)(?:META-INF/(?:.*/)?)?[^/]*(?:LICEN[CS]E|NOTICE|COPYING)[^/]*(?<!\\.class)");

  private Licences() {}

  static void write(ReleaseInputs inputs, Path to) throws IOException {
    Files.createDirectories(to);
    Map<String, String> identifiers = identifiers(inputs.bom());
    StringBuilder list = new StringBuilder(Resources.text("LICENCES.txt"));
    for (Path jar : FileTree.below(inputs.libraries())) {
      String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
      if (name.startsWith("headroom-")) {
        continue;
      }
      String identifier = identifiers.get(name.replaceFirst("-\\d.*$", ""));
      if (identifier == null) {
        throw new IOException(
            inputs.bom().getFileName()
                + ": no licence of "
                + name
                + "; expected an SPDX identifier");
      }
      List<String> texts = copyTexts(jar, to.resolve(name));
      list.append(
          "%s: %s%s%n".formatted(name, identifier, texts.isEmpty() ? "; no text in the jar" : ""));
    }
    Files.writeString(to.resolve("README.txt"), list);
  }

  private static List<String> copyTexts(Path jar, Path to) throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
        if (!entry.isDirectory() && TEXT.matcher(entry.getName()).matches()) {
          String name = entry.getName().replaceFirst("^META-INF/", "").replace('/', '-');
          Files.createDirectories(to);
          try (InputStream in = zip.getInputStream(entry)) {
            Files.copy(in, to.resolve(name));
          }
          names.add(name);
        }
      }
    }
    return names;
  }

  /** SPDX identifiers by the name of the library. */
  private static Map<String, String> identifiers(Path bom) throws IOException {
    Map<String, String> identifiers = new TreeMap<>();
    for (JsonNode each : LibraryBom.read(bom).get("components")) {
      List<String> all = new ArrayList<>();
      for (JsonNode choice : each.path("licenses")) {
        String expression = choice.path("expression").asString("");
        String id = choice.path("license").path("id").asString("");
        all.add(expression.isEmpty() ? id : expression);
      }
      all.removeIf(String::isEmpty);
      if (!all.isEmpty()) {
        identifiers.put(each.get("name").asString(), String.join(" or ", all));
      }
    }
    return identifiers;
  }
}
