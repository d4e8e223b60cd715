package dev.headroom.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Main class: makes the packages of a release from what Maven built, with the arguments of {@link
 * ReleaseInputs}. The packages of this machine's platform are made always; another platform's
 * archive is made where the folder of its JDK modules is given, and else named as skipped.
 */
final class Release {
  private Release() {}

  public static void main(String[] args) throws Exception {
    ReleaseInputs inputs = ReleaseInputs.parse(args);
    FileTree.delete(inputs.out());
    Files.createDirectories(inputs.out());
    List<Path> packages = new ArrayList<>();
    for (Platform platform : Platform.ALL) {
      boolean host = platform.equals(Platform.host());
      Optional<Path> jmods = Optional.ofNullable(inputs.jmods().get(platform));
      if (host || jmods.isPresent()) {
        packages.addAll(packages(inputs, platform, jmods));
      } else {
        say(
            "skipped %s: its JDK modules are not given (-Dheadroom.jmods=%s=FOLDER)"
                .formatted(platform.name(), platform.name()));
      }
    }
    packages.add(Sbom.write(inputs));
    Checksums.write(inputs.out().resolve("SHA256SUMS"), packages);
    for (Path each : packages) {
      say("%s, %.1f MB".formatted(each.getFileName(), Files.size(each) / 1e6));
    }
  }

  private static List<Path> packages(ReleaseInputs inputs, Platform platform, Optional<Path> jmods)
      throws Exception {
    say("assembling " + inputs.name(platform));
    Path folder = Installation.assemble(inputs, platform, jmods);
    List<Path> packages = new ArrayList<>();
    say("packing " + inputs.name(platform) + ".tar.gz");
    packages.add(Tarball.write(inputs, platform, folder));
    if (platform.isLinux()) {
      say("packing the .deb");
      packages.add(DebPackage.write(inputs, platform, folder));
      Optional<Path> base = platform.equals(Platform.host()) ? baseImage(inputs) : Optional.empty();
      if (base.isPresent()) {
        say("packing the OCI image");
        packages.add(OciImage.write(inputs, platform, folder, base.get()));
      }
    }
    return packages;
  }

  private static Optional<Path> baseImage(ReleaseInputs inputs)
      throws IOException, InterruptedException {
    if (!BaseImage.isPossible()) {
      say(
          "skipped the OCI image: its base layer is made of Debian packages by mmdebstrap, which is not installed");
      return Optional.empty();
    }
    say("making the base layer of the OCI image from Debian packages");
    return Optional.of(BaseImage.write(inputs));
  }

  private static void say(String message) {
    System.out.println("release: " + message);
  }
}
