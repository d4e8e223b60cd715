package dev.headroom.formats.htsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.FormatException;
import dev.headroom.formats.Reference;
import dev.headroom.formats.RoundTrip;
import dev.headroom.unit.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every input that lies in the reference folder. */
class HtsimReferenceTest {
  private static final String INPUTS = "htsim/inputs";

  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> readsEveryMatrixAndWritesItBack() {
    return Reference.each(
        INPUTS,
        "(?!a2a\\.).*\\.cm",
        file -> {
          String text = Files.readString(file);
          boolean small = text.startsWith("Nodes 16");
          Path topo = file.resolveSibling(small ? "ft16_100g.topo" : "ft128_100g.topo");
          HtsimInput input = read(file, topo);
          assertThat(input.warnings()).isEmpty();

          Path copy = folder.resolve("copy.cm");
          StringBuilder written = new StringBuilder();
          ConnectionMatrixWriter.write(input.scenario().flows(), small ? 16 : 128, written);
          Files.writeString(copy, written);
          RoundTrip.check(input.scenario());
          assertThat(RoundTrip.said(read(copy, topo).scenario().flows()))
              .isEqualTo(RoundTrip.said(input.scenario().flows()));
        });
  }

  @TestFactory
  List<DynamicTest> readsEveryTopology() {
    return Reference.each(
        INPUTS,
        ".*\\.topo",
        file -> {
          boolean small = file.toString().contains("ft16");
          Path matrix = folder.resolve("one.cm");
          Files.writeString(
              matrix, "Nodes " + (small ? 16 : 128) + "\nConnections 1\n0->1 start 0 size 1\n");
          HtsimInput input = read(matrix, file);
          assertThat(input.warnings()).isEmpty();
          int switches = input.scenario().fabric().switches().size();
          assertThat(switches)
              .isEqualTo(
                  switch (file.getFileName().toString()) {
                    case "ft16_100g.topo" -> 20;
                    case "ls128_100g.topo" -> 8 + 16;
                    case "ft128_4os.topo" -> 32 + 32 + 4;
                    default -> 32 + 32 + 16;
                  });
        });
  }

  @Test
  void aTruncatedMatrixIsCalledThat() {
    Path file = Reference.folder(INPUTS).resolve("a2a.cm");
    assertThatThrownBy(() -> read(file, file.resolveSibling("ft16_100g.topo")))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("a2a.cm:2:1")
        .hasMessageContaining("Connections says 3600, but the file has 240 valid entries")
        .hasMessageContaining("the file may be truncated");
  }

  private static HtsimInput read(Path matrix, Path topo) throws IOException {
    return HtsimReader.read(matrix, topo, Optional.of(Rate.ofGbps(100)));
  }
}
