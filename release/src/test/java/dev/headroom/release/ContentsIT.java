package dev.headroom.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What packages contain, beside the program that works. */
final class ContentsIT {
  @TempDir private Path temporary;

  @Test
  void shouldNameEveryPackageWithItsSum() throws Exception {
    List<String> named =
        Files.readAllLines(Packages.FOLDER.resolve("SHA256SUMS")).stream()
            .map(line -> line.substring(line.indexOf(' ')).strip())
            .toList();
    assertThat(Packages.all().stream().map(each -> each.getFileName().toString()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(named.stream(), Stream.of("SHA256SUMS")).toList());
    Commands.run(Packages.FOLDER, List.of("sha256sum", "-c", "--strict", "SHA256SUMS"));
  }

  /** A second time the same bytes, but for the caches. */
  @Test
  void shouldBeMadeAgainTheSame() throws Exception {
    ReleaseInputs again =
        new ReleaseInputs(
            Path.of("..").toRealPath(),
            Path.of("target/libraries").toRealPath(),
            Path.of("target/bom.json").toRealPath(),
            temporary,
            Packages.VERSION,
            Files.getLastModifiedTime(Packages.installation()).toInstant(),
            Map.of(),
            false);
    Path second = Installation.assemble(again, Platform.host(), Optional.empty());

    Map<String, String> first = sums(Packages.installation());
    assertThat(first).containsKeys("lib/app/run.aot", "lib/app/read.aot");
    first.remove("lib/app/run.aot");
    first.remove("lib/app/read.aot");
    assertThat(sums(second)).isEqualTo(first);
  }

  @Test
  void shouldNameEveryJarInTheBillOfMaterials() throws Exception {
    JsonNode bom = JsonMapper.shared().readTree(Files.readString(Packages.of(".cdx.json")));
    assertThat(bom.get("bomFormat").asString()).isEqualTo("CycloneDX");
    List<String> named = new ArrayList<>();
    for (JsonNode component : bom.get("components")) {
      named.add(
          component.get("name").asString() + "-" + component.get("version").asString() + ".jar");
    }
    List<String> jars =
        FileTree.below(Packages.installation().resolve("lib/app")).stream()
            .map(each -> each.getFileName().toString())
            .filter(name -> name.endsWith(".jar") && !name.equals("headroom.jar"))
            .toList();
    assertThat(named).containsAll(jars);
    assertThat(named).anyMatch(name -> name.startsWith("Java runtime"));
  }

  /** binutils read the same from the symbols that are asked for. */
  @Test
  void shouldSayWhichGlibcItNeeds() throws Exception {
    Path readme = Packages.installation().resolve("README.txt");
    String said =
        Pattern.compile("glibc (2\\.\\d+)")
            .matcher(Files.readString(readme))
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/objdump")), "no objdump");
    String symbols =
        output(
            "find '"
                + Packages.installation()
                + "' -type f \\( -name '*.so*' -o -name java \\)"
                + " -exec objdump -T {} + | grep -o 'GLIBC_2[.0-9]*' | sort -uV | tail -n 1");
    assertThat(said).isEqualTo(symbols.replace("GLIBC_", "").strip());
  }

  @Test
  void shouldCompleteCommandsAndOptionsInBash() throws Exception {
    Path script = Packages.installation().resolve("share/bash-completion/completions/headroom");
    String completed =
        output(
            "bash -c '. \""
                + script
                + "\"; COMP_WORDS=(headroom co); COMP_CWORD=1;"
                + " _complete_headroom; echo \"${COMPREPLY[@]}\"'");
    assertThat(completed).contains("compare", "collect", "convert", "collective");
  }

  @Test
  void shouldHaveAManPageOfEachCommand() throws Exception {
    List<String> pages =
        FileTree.below(Packages.installation().resolve("share/man/man1")).stream()
            .map(each -> each.getFileName().toString())
            .toList();
    assertThat(pages).contains("headroom.1", "headroom-sim.1", "headroom-audit.1");
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/man")), "no man");
    String shown =
        output("man -l '" + Packages.installation() + "/share/man/man1/headroom-sim.1' | col -b");
    assertThat(shown).contains("NAME", "SYNOPSIS", "--seed", "--out");
  }

  private static Map<String, String> sums(Path folder) throws IOException {
    Map<String, String> sums = new TreeMap<>(Comparator.naturalOrder());
    for (Path each : FileTree.below(folder)) {
      if (!Files.isDirectory(each)) {
        sums.put(
            folder.relativize(each).toString(),
            Checksums.sha256(each) + " " + Files.getPosixFilePermissions(each).size());
      }
    }
    return sums;
  }

  private static String output(String command) throws Exception {
    Process process = new ProcessBuilder("/bin/sh", "-c", command).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return output;
  }
}
