package dev.headroom.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each package in a Debian root that has neither Java nor Maven. */
final class PackagesIT {
  /** Java ends with an error where it cannot use the start-up cache. */
  private static final Map<String, String> ONLY_WITH_CACHE =
      Map.of("HEADROOM_JAVA_OPTS", "-XX:AOTMode=on");

  @TempDir private Path temporary;

  @Test
  void shouldRunFromTheArchive() throws Exception {
    DebianRoot root = DebianRoot.minimal(temporary.resolve("root"));
    Path opt = Files.createDirectories(root.folder().resolve("opt"));
    Commands.run(opt, List.of("tar", "-xzf", Packages.of(".tar.gz").toAbsolutePath().toString()));
    String name = Packages.installation().getFileName().toString();

    assertWorks(root, "/opt/" + name + "/bin/headroom");
    assertUsesCaches(root, "/opt/" + name + "/bin/headroom", opt.resolve(name + "/lib/app"));

    Files.move(opt.resolve(name), opt.resolve("with a blank"));
    DebianRoot.Result blank = root.run(Map.of(), "/opt/with a blank/bin/headroom", "--version");
    assertThat(blank.code()).as(blank.output()).isZero();
    Files.move(opt.resolve("with a blank"), opt.resolve("with:colon"));
    DebianRoot.Result colon = root.run(Map.of(), "/opt/with:colon/bin/headroom", "--version");
    assertThat(colon.code()).as(colon.output()).isEqualTo(3);
    assertThat(colon.output()).contains("/opt/with:colon").contains("contains a colon");
  }

  @Test
  void shouldRunFromTheDebianPackage() throws Exception {
    DebianRoot root = DebianRoot.essential(temporary.resolve("root"));
    Path deb = Packages.of(".deb");
    Files.copy(deb, root.folder().resolve(deb.getFileName().toString()));
    DebianRoot.Result installed = root.run(Map.of(), "dpkg", "-i", "/" + deb.getFileName());
    assertThat(installed.code()).as(installed.output()).isZero();

    assertWorks(root, "headroom");
    assertUsesCaches(root, "headroom", root.folder().resolve("usr/lib/headroom/lib/app"));
    assertThat(root.folder().resolve("usr/share/man/man1/headroom-sim.1")).exists();
    DebianRoot.Result verified = root.run(Map.of(), "dpkg", "-V", "headroom");
    assertThat(verified.output()).isEmpty();
    DebianRoot.Result removed = root.run(Map.of(), "dpkg", "-r", "headroom");
    assertThat(removed.code()).as(removed.output()).isZero();
    assertThat(root.folder().resolve("usr/lib/headroom")).doesNotExist();
    assertThat(root.folder().resolve("usr/bin/headroom")).doesNotExist();
  }

  @Test
  void shouldRunFromTheImage() throws Exception {
    DebianRoot.assumePossible();
    OciLayout image = OciLayout.unpack(Packages.of(".oci.tar"), temporary.resolve("image"));
    Path folder = Files.createDirectories(temporary.resolve("root"));
    image.unpackLayers(folder);
    DebianRoot root = DebianRoot.of(folder);

    assertThat(image.entrypoint()).containsExactly("/opt/headroom/bin/headroom");
    assertThat(image.workingDirectory()).isEqualTo("/work");
    assertWorks(root, image.entrypoint().getFirst());
    assertUsesCaches(root, image.entrypoint().getFirst(), folder.resolve("opt/headroom/lib/app"));
  }

  private static void assertWorks(DebianRoot root, String headroom) throws Exception {
    DebianRoot.Result version = root.run(Map.of(), headroom, "--version");
    assertThat(version.output())
        .startsWith("headroom " + Packages.VERSION + " (commit ")
        .doesNotContain("unknown", "./headroom");
    DebianRoot.Result examples =
        root.run(Map.of(), headroom, "examples", "--copy", "/tmp/examples");
    assertThat(examples.code()).as(examples.output()).isZero();
    DebianRoot.Result run =
        root.run(Map.of(), headroom, "sim", "/tmp/examples/incast-16.yaml", "--out", "/tmp/out");
    assertThat(run.code()).as(run.output()).isZero();
    assertThat(run.output()).contains("16 of 16 flows finished").doesNotContain("./headroom");
    assertThat(root.folder().resolve("tmp/out/report.html")).isNotEmptyFile();
    assertThat(root.folder().resolve("tmp/out/flows.parquet"))
        .isNotEmptyFile(); // by a native library
    // A congestion control in Java needs the compiler.
    DebianRoot.Result custom =
        root.run(
            Map.of(),
            headroom,
            "sim",
            "/tmp/examples/incast-16.yaml",
            "--control",
            "/tmp/examples/controls/Halving.java",
            "--out",
            "/tmp/custom");
    assertThat(custom.code()).as(custom.output()).isZero();
    // Java itself ends with 1, which would mean findings.
    DebianRoot.Result failed =
        root.run(Map.of("HEADROOM_JAVA_OPTS", "-Xmx9999t"), headroom, "formats");
    assertThat(failed.code()).as(failed.output()).isEqualTo(3);
    DebianRoot.Result help = root.run(Map.of(), headroom, "--help");
    assertThat(help.output()).contains("sim", "audit").doesNotContain("./headroom");
  }

  private static void assertUsesCaches(DebianRoot root, String headroom, Path app)
      throws Exception {
    List<String[]> commands =
        List.of(
            new String[] {headroom, "check", "/tmp/examples/incast-16.yaml"},
            new String[] {headroom, "formats"});
    for (String[] command : commands) {
      DebianRoot.Result result = root.run(ONLY_WITH_CACHE, command);
      assertThat(result.code()).as(result.output()).isZero();
    }
    // The same without caches ends otherwise, so the test above means something.
    Files.move(app.resolve("run.aot"), app.resolve("away"));
    assertThat(root.run(ONLY_WITH_CACHE, commands.getFirst()).code()).isNotZero();
    assertThat(root.run(Map.of(), commands.getFirst()).code()).isZero();
    Files.move(app.resolve("away"), app.resolve("run.aot"));
  }
}
