package dev.headroom.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
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

  /** Values as the program reads them, not as its source has them. */
  @Test
  void shouldCompleteValuesThatAreAccepted() throws Exception {
    String script =
        Files.readString(
            Packages.installation().resolve("share/bash-completion/completions/headroom"));
    CommandLine program =
        Headroom.prepare(
            Headroom.parser(),
            new PrintWriter(new StringWriter()),
            new PrintWriter(new StringWriter()));
    int seen = 0;
    for (ArgSpec arg : AcceptedValues.arguments(program)) {
      List<String> names = AcceptedValues.offered(arg);
      if (names.isEmpty()) {
        continue;
      }
      seen++;
      Matcher array = Pattern.compile(variable(arg) + "=\\((.*)\\) # ").matcher(script);
      assertThat(array.find()).as(arg.toString()).isTrue();
      List<String> offered = List.of(array.group(1).replace("\"", "").split(" "));
      assertThat(offered).as(arg.toString()).hasSameSizeAs(names);
      for (ITypeConverter<?> converter : arg.converters()) {
        for (String value : offered) {
          assertThat(converter.convert(value)).as(value).isNotNull();
        }
      }
    }
    assertThat(seen).isGreaterThan(5);
    assertThat(script)
        .contains("(\"hpcc-ns3\" \"exact\")", "(\"soft\" \"native\")", "(\"RC\" \"UC\" \"UD\")")
        .contains("(\"write_bw\" \"write_lat\"", "(\"error\" \"warning\" \"info\")")
        .doesNotContain("HPCC_NS3", "NATIVE", "WRITE_BW");
  }

  /** As picocli names the values of an argument. */
  private static String variable(ArgSpec arg) {
    return arg.paramLabel() + (arg.isOption() ? "_option_args" : "_pos_param_args");
  }

  /** Help, man pages and sources of knobs name pages of the documentation. */
  @Test
  void shouldHaveThePagesThatAreNamed() throws Exception {
    Path home = Packages.installation().resolve("share/doc/headroom");
    StringBuilder texts = new StringBuilder();
    for (Path page : FileTree.below(Packages.installation().resolve("share/man/man1"))) {
      texts.append(Files.readString(page).replace("\\-", "-"));
    }
    texts.append(output("'" + Packages.installation() + "/bin/headroom' knobs --json 2>&1"));
    List<String> named =
        Pattern.compile("docs/[\\w/-]+\\.(?:md|yaml)")
            .matcher(texts)
            .results()
            .map(match -> match.group())
            .distinct()
            .filter(page -> !page.equals("docs/NAME.md")) // stands for the others
            .toList();
    assertThat(named).contains("docs/marking.md", "docs/validation.md");
    assertThat(named).allSatisfy(page -> assertThat(home.resolve(page)).isNotEmptyFile());
  }

  @Test
  void shouldNotBreakASynopsisWithinAWord() throws Exception {
    Path pages = Packages.installation().resolve("share/man/man1");
    for (Path page : FileTree.below(pages)) {
      String text = Files.readString(page);
      String synopsis =
          text.substring(text.indexOf("\"SYNOPSIS\""), text.indexOf(".SH \"DESCRIPTION\""));
      List<String> lines = synopsis.strip().lines().skip(2).toList();
      for (int i = 0; i < lines.size(); i++) {
        // A form of the command a line, with a break between two of them.
        assertThat(lines.get(i))
            .as("%s: %s", page, lines)
            .matches(i % 2 == 0 ? "(\\\\fB)?headroom\\b.*" : "\\.br");
      }
      assertThat(lines).as(page.toString()).isNotEmpty();
      assertThat(text).contains("headroom " + Packages.VERSION).doesNotContain("not packaged");
    }
    String all = Files.readString(pages.resolve("headroom.1"));
    assertThat(all.substring(all.indexOf("\"DESCRIPTION\""), all.indexOf("\"OPTIONS\"")))
        .contains("packet by packet", "share/doc/headroom");
  }

  @Test
  void shouldHaveTheLicenceOfEachJar() throws Exception {
    Path licences = Packages.installation().resolve("share/doc/headroom/licenses");
    List<String> listed = Files.readAllLines(licences.resolve("README.txt"));
    List<String> jars =
        FileTree.below(Packages.installation().resolve("lib/app")).stream()
            .map(each -> each.getFileName().toString())
            .filter(name -> name.endsWith(".jar") && !name.startsWith("headroom"))
            .map(name -> name.substring(0, name.length() - ".jar".length()))
            .toList();
    assertThat(jars).isNotEmpty();
    for (String jar : jars) {
      String line =
          listed.stream().filter(each -> each.startsWith(jar + ": ")).findFirst().orElseThrow();
      assertThat(Files.isDirectory(licences.resolve(jar)))
          .as(line)
          .isNotEqualTo(line.endsWith("; no text in the jar"));
    }
    assertThat(listed).anyMatch(line -> line.matches("duckdb_jdbc-.*: MIT; no text in the jar"));
    assertThat(listed.subList(listed.lastIndexOf("") + 1, listed.size()))
        .hasSameSizeAs(jars)
        .allMatch(line -> line.matches("\\S+: \\S+( or \\S+)*(; no text in the jar)?"));
    try (Stream<Path> texts = Files.walk(licences)) {
      assertThat(texts.filter(each -> each.endsWith("NOTICE.txt")))
          .isNotEmpty()
          .anySatisfy(notice -> assertThat(notice).content().contains("Apache Commons Compress"));
    }
  }

  @Test
  void shouldNameEachLicenceByItsIdentifier() throws Exception {
    JsonNode bom = JsonMapper.shared().readTree(Files.readString(Packages.of(".cdx.json")));
    for (JsonNode component : bom.get("components")) {
      assertThat(component.path("licenses")).as(component.toString()).isNotEmpty();
      for (JsonNode choice : component.path("licenses")) {
        assertThat(
                choice.path("expression").asString("")
                    + choice.path("license").path("id").asString(""))
            .as(component.toString())
            .isNotBlank();
        assertThat(choice.path("license").has("name")).as(component.toString()).isFalse();
      }
    }
  }

  /** The LGPL wants its text and that of the GPL, and that the library can be replaced. */
  @Test
  void shouldRunWithAModifiedLibraryUnderTheLgpl() throws Exception {
    Path home = temporary.resolve("home");
    Commands.run(
        temporary, List.of("cp", "-a", Packages.installation().toString(), home.toString()));
    Path licences = home.resolve("share/doc/headroom/licenses");
    List<String> lines =
        Files.readAllLines(licences.resolve("README.txt")).stream()
            .filter(line -> line.endsWith(": LGPL-3.0-or-later"))
            .toList();
    assertThat(lines).hasSize(1);
    String library = lines.getFirst().substring(0, lines.getFirst().indexOf(':'));
    assertThat(licences.resolve(library).resolve("LGPL-LICENSE"))
        .content()
        .contains("GNU LESSER GENERAL PUBLIC LICENSE", "Version 3");
    assertThat(licences.resolve(library).resolve("GPL-LICENSE"))
        .content()
        .contains("GNU GENERAL PUBLIC LICENSE", "Version 3");

    Path jar = home.resolve("lib/app").resolve(library + ".jar");
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      Files.writeString(zip.getPath("/modified.txt"), "modified");
    }
    assertThat(output("'" + home + "/bin/headroom' calc ib-timeout --timeout 14 2>&1"))
        .contains("67.1 ms");
  }

  @Test
  void shouldHaveDebiansPapers() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")), "no dpkg-deb");
    String deb = Packages.of(".deb").toAbsolutePath().toString();
    Commands.run(temporary, List.of("dpkg-deb", "-x", deb, "root"));
    Path documentation = temporary.resolve("root/usr/share/doc/headroom");
    assertThat(documentation.resolve("copyright"))
        .content()
        .startsWith("Format: https://www.debian.org/")
        .contains("License: Apache-2.0", "Apache License");
    assertThat(documentation.resolve("docs/commands.md")).isNotEmptyFile();
    assertThat(documentation.resolve("licenses/README.txt")).isNotEmptyFile();
    String changelog = output("gzip -dc '" + documentation.resolve("changelog.gz") + "'");
    assertThat(changelog)
        .startsWith("headroom (" + Packages.VERSION + ") unstable; urgency=medium\n\n  * ")
        .containsPattern("\n -- The Headroom developers <.*>  \\w{3}, \\d+ \\w{3} \\d{4} ");
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
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
