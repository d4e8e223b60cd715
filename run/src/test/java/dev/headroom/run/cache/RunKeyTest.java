package dev.headroom.run.cache;

import static dev.headroom.run.cache.CachedRuns.incast;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.ScenarioRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunKeyTest {
  private static final byte[] ENGINE = {1, 2, 3};

  @TempDir private Path folder;

  private static RunKey key(ScenarioRun run) {
    return RunKey.of(run, ENGINE).orElseThrow();
  }

  @Test
  void shouldDependOnSeedKnobAndEngine() {
    assertThat(key(incast())).isEqualTo(key(incast()));
    assertThat(key(incast("run.seed=2"))).isNotEqualTo(key(incast()));
    assertThat(key(incast("pfc.enabled=false"))).isNotEqualTo(key(incast()));
    assertThat(RunKey.of(incast(), new byte[] {1, 2, 4})).isNotEqualTo(RunKey.of(incast(), ENGINE));
    assertThat(RunKey.of(incast())).isPresent();
  }

  /** The flows of a scenario stay those that were drawn for its first seed. */
  @Test
  void shouldDependOnTheFlowsThatWereDrawn() {
    String random = "workload={type: permutation, size: 64KB}";
    Scenario drawn = incast(random, "run.seed=1").scenario();
    Scenario other = drawn.with(drawn.settings().with(RunKnobs.SEED, 2L));
    assertThat(key(ScenarioRun.of(other))).isNotEqualTo(key(incast(random, "run.seed=2")));
  }

  private static String version(Path place) throws IOException {
    MessageDigest digest = Sha256.begin();
    EngineVersion.addCode(digest, place);
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void shouldChangeWithEveryByteOfAClassFolder() throws IOException {
    Path its = Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(its.resolve("One.class"), "one");
    String before = version(folder);
    assertThat(version(folder)).isEqualTo(before);
    Files.writeString(its.resolve("One.class"), "onf");
    assertThat(version(folder)).isNotEqualTo(before);
    Files.writeString(its.resolve("One.class"), "one");
    assertThat(version(folder)).isEqualTo(before);
    Files.move(its.resolve("One.class"), its.resolve("Two.class"));
    assertThat(version(folder)).isNotEqualTo(before);
  }

  @Test
  void shouldChangeWithTheContentOfAJarAndNotWithItsTimes() throws IOException {
    String before = version(jar("one.jar", "one", 0));
    assertThat(version(jar("later.jar", "one", 1_000_000_000))).isEqualTo(before);
    assertThat(version(jar("other.jar", "onf", 0))).isNotEqualTo(before);
  }

  private Path jar(String name, String content, long time) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out)) {
      ZipEntry entry = new ZipEntry("a/One.class");
      entry.setTime(time);
      jar.putNextEntry(entry);
      jar.write(content.getBytes(StandardCharsets.UTF_8));
      jar.closeEntry();
    }
    return file;
  }
}
