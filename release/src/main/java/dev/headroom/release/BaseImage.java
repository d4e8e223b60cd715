package dev.headroom.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Base layer of the OCI image: the C and C++ libraries, zlib and a shell, from Debian packages that
 * mmdebstrap unpacks. It is the same bytes as long as Debian has the same versions.
 */
final class BaseImage {
  private static final String PACKAGES = "libc6,libc-bin,libstdc++6,zlib1g,dash";

  /** What mmdebstrap takes from the machine that it runs on, and what only apt needs. */
  private static final String WITHOUT_THIS_MACHINE =
      "rm -rf \"$1\"/etc/hostname \"$1\"/etc/resolv.conf \"$1\"/etc/apt \"$1\"/var/lib/apt"
          + " \"$1\"/var/cache/apt";

  private static final String SUITE = "bookworm";

  /** Where mmdebstrap and apt look for packages on this machine. */
  private static final List<Path> SOURCES =
      List.of(Path.of("/etc/apt/sources.list.d/debian.sources"), Path.of("/etc/apt/sources.list"));

  private BaseImage() {}

  static boolean isPossible() {
    return Files.isExecutable(Path.of("/usr/bin/mmdebstrap"));
  }

  /** Writes an archive as {@code docker save} does, of one layer. */
  static Path write(ReleaseInputs inputs) throws IOException, InterruptedException {
    Path layer = inputs.out().resolve("base-layer.tar");
    debian(layer, PACKAGES, inputs.time().getEpochSecond());
    Path archive = inputs.out().resolve("base.tar");
    String config =
        """
        {"architecture":"amd64","os":"linux","config":{"Env":["PATH=/usr/bin:/bin","LC_ALL=C.UTF-8"]},\
        "rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}\
        """
            .formatted(Checksums.sha256(layer));
    String manifest =
        """
        [{"Config":"config.json","RepoTags":["headroom-base:%s"],"Layers":["layer.tar"]}]\
        """
            .formatted(inputs.version());
    try (OutputStream out = Files.newOutputStream(archive);
        TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      add(tar, "config.json", config);
      add(tar, "manifest.json", manifest);
      tar.putArchiveEntry(new TarArchiveEntry(layer, "layer.tar"));
      Files.copy(layer, tar);
      tar.closeArchiveEntry();
    }
    Files.delete(layer);
    return archive;
  }

  /** Makes an archive of a Debian root from packages, of which no script is run. */
  static void debian(Path archive, String packages, long epochSeconds)
      throws IOException, InterruptedException {
    Commands.run(
        Path.of("/tmp"),
        Map.of("SOURCE_DATE_EPOCH", Long.toString(epochSeconds)),
        List.of(
            "/usr/bin/mmdebstrap",
            "--variant=extract",
            "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
            "--include=" + packages,
            "--customize-hook=" + WITHOUT_THIS_MACHINE,
            SUITE,
            archive.toAbsolutePath().toString(),
            sources().toString()));
  }

  static Path sources() throws IOException {
    return SOURCES.stream()
        .filter(Files::isReadable)
        .findFirst()
        .orElseThrow(() -> new IOException("apt has no list of sources"));
  }

  private static void add(TarArchiveOutputStream tar, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }
}
