package dev.headroom.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files of other projects are those that were noted, and no script puts text in as HTML. */
final class VendoredFilesTest {
  private static final Path RESOURCES = Path.of("src", "main", "resources", "dev/headroom/web");
  private static final Path VENDOR = RESOURCES.resolve("vendor");

  @Test
  void shouldHaveTheNotedSums() throws IOException, NoSuchAlgorithmException {
    List<String> lines = Files.readAllLines(Path.of("src", "vendor", "sums.tsv"));
    assertThat(lines).hasSize(3);
    for (String line : lines) {
      String[] cells = line.split("\t");
      byte[] bytes = Files.readAllBytes(VENDOR.resolve(cells[0]));
      assertThat(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)))
          .as(cells[0])
          .isEqualTo(cells[1]);
    }
  }

  @Test
  void shouldHaveALicenceBesideEachLibrary() {
    assertThat(VENDOR.resolve("uplot.LICENSE.txt")).content().contains("MIT License");
    assertThat(VENDOR.resolve("codemirror.LICENSE.txt")).content().contains("MIT License");
  }

  @Test
  void shouldMakeTextOnlyTextInEveryScript() throws IOException {
    try (Stream<Path> files = Files.walk(RESOURCES)) {
      List<Path> scripts =
          files
              .filter(file -> file.toString().endsWith(".js") && !file.startsWith(VENDOR))
              .toList();
      assertThat(scripts).hasSizeGreaterThan(20);
      for (Path script : scripts) {
        assertThat(Files.readString(script))
            .as(script.toString())
            .doesNotContain(
                "innerHTML", "outerHTML =", "insertAdjacentHTML", "document.write", "eval(");
      }
    }
  }
}
