package dev.headroom.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Bill of materials in CycloneDX: Maven's list of the libraries, and the Java machine. */
final class Sbom {
  private Sbom() {}

  static Path write(ReleaseInputs inputs) throws IOException {
    JsonMapper json = JsonMapper.builder().build();
    ObjectNode bom = LibraryBom.read(inputs.bom());
    ObjectNode java = ((ArrayNode) bom.get("components")).addObject();
    java.put("type", "platform");
    java.put("bom-ref", "java-runtime");
    java.put("publisher", System.getProperty("java.vendor"));
    java.put("name", "Java runtime " + System.getProperty("java.vendor.version", ""));
    java.put("version", Runtime.version().toString());
    java.putArray("licenses")
        .addObject()
        .put("expression", "GPL-2.0-only WITH Classpath-exception-2.0");
    Path file = inputs.out().resolve("headroom-" + inputs.version() + ".cdx.json");
    Files.writeString(file, json.writerWithDefaultPrettyPrinter().writeValueAsString(bom) + "\n");
    return file;
  }
}
