package dev.headroom.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Unpacked archive of an OCI image: index, manifest, configuration and layers by digest. */
final class OciLayout {
  private final Path folder;
  private final JsonNode manifest;
  private final JsonNode config;

  private OciLayout(Path folder) throws IOException {
    this.folder = folder;
    JsonNode index = JsonMapper.shared().readTree(Files.readString(folder.resolve("index.json")));
    this.manifest = json(index.get("manifests").get(0));
    this.config = json(manifest.get("config"));
  }

  static OciLayout unpack(Path archive, Path folder) throws Exception {
    Files.createDirectories(folder);
    Commands.run(folder, List.of("tar", "-xf", archive.toAbsolutePath().toString()));
    assertThat(folder.resolve("oci-layout")).exists();
    return new OciLayout(folder);
  }

  List<String> entrypoint() {
    List<String> words = new ArrayList<>();
    config.get("config").get("Entrypoint").forEach(word -> words.add(word.asString()));
    return words;
  }

  /** The variables that a container of the image has. */
  Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (JsonNode variable : config.get("config").get("Env")) {
      String[] parts = variable.asString().split("=", 2);
      variables.put(parts[0], parts[1]);
    }
    return variables;
  }

  String workingDirectory() {
    return config.get("config").get("WorkingDir").asString();
  }

  /** One over the other, as a container's file system has them. */
  void unpackLayers(Path root) throws Exception {
    for (JsonNode layer : manifest.get("layers")) {
      Commands.run(
          root,
          List.of("tar", "-xzf", blob(layer).toAbsolutePath().toString(), "--exclude=./dev/*"));
    }
  }

  private JsonNode json(JsonNode descriptor) throws IOException {
    return JsonMapper.shared().readTree(Files.readString(blob(descriptor)));
  }

  /** A file of the image, which has the digest that it is named by. */
  private Path blob(JsonNode descriptor) throws IOException {
    String digest = descriptor.get("digest").asString();
    Path file = folder.resolve("blobs").resolve(digest.replace(':', '/'));
    assertThat("sha256:" + Checksums.sha256(file)).isEqualTo(digest);
    return file;
  }
}
