package dev.headroom.release;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** OCI image in one archive: a layer of Debian packages, one of Java, one of the program. */
final class OciImage {
  private static final String HOME = "/opt/headroom";

  private OciImage() {}

  static Path write(ReleaseInputs inputs, Platform platform, Path folder, Path base)
      throws Exception {
    Path file = inputs.out().resolve(inputs.name(platform) + ".oci.tar");
    Path cache = Files.createTempDirectory("headroom-jib");
    Jib.from(TarImage.at(base))
        .setFormat(ImageFormat.OCI)
        .setFileEntriesLayers(
            List.of(
                layer("java", folder, List.of("lib/runtime"), inputs.time()),
                layer(
                    "headroom",
                    folder,
                    List.of("bin", "lib/app", "lib/launcher", "LICENSE", "THIRD-PARTY.md"),
                    inputs.time())))
        .addEnvironmentVariable("PATH", HOME + "/bin:/usr/bin:/bin")
        .addEnvironmentVariable("LC_ALL", "C.UTF-8")
        .setWorkingDirectory(AbsoluteUnixPath.get("/work"))
        .setEntrypoint(HOME + "/bin/headroom")
        .addLabel("org.opencontainers.image.title", "headroom")
        .addLabel("org.opencontainers.image.version", inputs.version())
        .addLabel("org.opencontainers.image.licenses", "Apache-2.0")
        .setCreationTime(inputs.time())
        .containerize(
            Containerizer.to(TarImage.at(file).named("headroom:" + inputs.version()))
                .setBaseImageLayersCache(cache)
                .setApplicationLayersCache(cache)
                .setOfflineMode(true)
                .setToolName("headroom"));
    FileTree.delete(cache);
    Files.delete(base);
    return file;
  }

  private static FileEntriesLayer layer(String name, Path folder, List<String> parts, Instant time)
      throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
    for (String part : parts) {
      layer.addEntryRecursive(
          folder.resolve(part),
          AbsoluteUnixPath.get(HOME + "/" + part),
          (file, to) -> FilePermissions.fromOctalString(FileTree.isProgram(file) ? "755" : "644"),
          (file, to) -> time);
    }
    return layer.build();
  }
}
