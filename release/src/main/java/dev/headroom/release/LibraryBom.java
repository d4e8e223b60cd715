package dev.headroom.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bill of materials of the libraries, with an SPDX identifier for each licence. Maven's list has a
 * name instead if the POM of a library has a licence in words that no identifier stands for.
 */
final class LibraryBom {
  private static final String IDENTIFIERS = "licence-ids.tsv";

  private LibraryBom() {}

  static ObjectNode read(Path file) throws IOException {
    ObjectNode bom = (ObjectNode) JsonMapper.shared().readTree(Files.readString(file));
    Map<String, String> identifiers = identifiers();
    for (JsonNode component : bom.get("components")) {
      String library = component.get("name").asString();
      for (JsonNode choice : component.path("licenses")) {
        if (choice.get("license") instanceof ObjectNode licence && !licence.has("id")) {
          if (!identifiers.containsKey(library)) {
            throw new IOException(
                "%s: the licence of %s is '%s'; expected its SPDX identifier in %s"
                    .formatted(
                        file.getFileName(),
                        library,
                        licence.path("name").asString(""),
                        IDENTIFIERS));
          }
          licence.remove("name");
          licence.put("id", identifiers.get(library));
        }
      }
    }
    return bom;
  }

  /** By library. The other columns of the table are for its reader. */
  private static Map<String, String> identifiers() throws IOException {
    return Resources.text(IDENTIFIERS)
        .lines()
        .skip(1)
        .map(line -> line.split("\t", -1))
        .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1]));
  }
}
