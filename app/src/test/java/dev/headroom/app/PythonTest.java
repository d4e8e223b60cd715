package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python package: its own tests over a run and a comparison, and the code of docs/python.md and
 * of the notebook. They need an interpreter with pandas. Parts that need pyarrow, duckdb or
 * matplotlib are skipped and counted where these are missing.
 */
final class PythonTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PYTHON = ROOT.resolve("python");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(?:\\./)?headroom ((?:sim|compare) .*)");
  private static final Pattern CONTINUED = Pattern.compile("\\s*\\\\\n\\s*");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");
  private static final Pattern BLOCK = Pattern.compile("(?s)```\n(.*?)```");

  @TempDir private static Path folder;

  private static String interpreter = "";
  private static @Nullable ProgramOnPath program;

  @BeforeAll
  static void findPython() throws IOException, InterruptedException {
    Optional<String> found = Optional.empty();
    for (String each : interpreters()) {
      if (found.isEmpty() && start(folder, each, "-c", "import pandas").code() == 0) {
        found = Optional.of(each);
      }
    }
    Assumptions.assumeTrue(
        found.isPresent(), "no python3 on PATH or in /usr/bin imports pandas; nothing was tested");
    interpreter = found.orElseThrow();
    program = ProgramOnPath.in(folder.resolve("bin"), interpreter);
  }

  @AfterAll
  static void close() throws IOException {
    if (program != null) {
      program.close();
    }
  }

  /** A pyenv's python3 may come first on PATH and lack the packages of the system. */
  private static List<String> interpreters() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Stream.of(path.split(":")), Stream.of("/usr/bin"))
        .map(each -> Path.of(each).resolve("python3"))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .distinct()
        .toList();
  }

  @Test
  void shouldPassItsOwnTests() throws IOException, InterruptedException {
    Path results = Files.createDirectory(folder.resolve("own"));
    String scenario = ROOT.resolve("examples/incast-16.yaml").toString();
    run(results, "sim", scenario, "--trace", "0,5", "--tables", "parquet,csv", "--out", "results");
    run(
        results,
        "compare",
        scenario,
        "--vary",
        "congestion=dcqcn,none",
        "--vary",
        "pfc={enabled: true, classes: [3]}|{enabled: false}",
        "--seeds",
        "2",
        "--no-report",
        "--tables",
        "parquet,csv",
        "--out",
        "compared");

    Ended tests =
        start(
            results,
            interpreter,
            "-m",
            "unittest",
            "discover",
            "-s",
            PYTHON + "/tests",
            "-t",
            PYTHON + "");

    assertThat(tests.code()).as(tests.output()).isZero();
    Matcher count = Pattern.compile("Ran (\\d+) tests").matcher(tests.output());
    assertThat(count.find()).as(tests.output()).isTrue();
    assertThat(Integer.parseInt(count.group(1))).isGreaterThan(15);
    System.out.println(tests.output().substring(count.start()).strip());
  }

  /** {@code -Dheadroom.golden=update} puts what the code prints into the page. */
  @Test
  void shouldRunTheCodeOfThePage() throws IOException, InterruptedException {
    Path page = ROOT.resolve("docs/python.md");
    Path here = withExamples("page");
    Matcher blocks = BLOCK.matcher(Files.readString(page));
    int commands = 0;
    while (blocks.find()) {
      String joined = CONTINUED.matcher(blocks.group(1)).replaceAll(" ");
      for (Matcher line = COMMAND.matcher(joined); line.find(); commands++) {
        run(
            here,
            WORD.matcher(line.group(1))
                .results()
                .map(word -> word.group(1) == null ? word.group() : word.group(1))
                .toArray(String[]::new));
      }
    }
    assertThat(commands).isEqualTo(2);
    runCode(here, page);
  }

  @Test
  void shouldHaveTheVersionOfTheProgram() throws IOException {
    Matcher version =
        Pattern.compile("<version>([\\d.]+)").matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    assertThat(PYTHON.resolve("headroom/_version.py"))
        .hasContent("__version__ = \"" + version.group(1) + "\"");
  }

  @Test
  void shouldRunTheNotebook() throws IOException, InterruptedException {
    Path here = Files.createDirectories(withExamples("book").resolve("python/notebook"));
    runCode(here, PYTHON.resolve("notebook/headroom.ipynb"));
  }

  private static void runCode(Path here, Path page) throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(List.of(interpreter, PYTHON + "/tests/pages.py", page.toString()));
    if ("update".equals(System.getProperty("headroom.golden"))) {
      line.add("--update");
    }
    Ended code = start(here, line.toArray(String[]::new));
    assertThat(code.code()).as(code.output()).isZero();
    System.out.println(code.output().strip());
  }

  private static Path withExamples(String name) throws IOException {
    Path made = Files.createDirectories(folder.resolve(name).resolve("examples"));
    try (Stream<Path> examples = Files.list(ROOT.resolve("examples"))) {
      for (Path each : examples.filter(Files::isRegularFile).toList()) {
        Files.copy(each, made.resolve(each.getFileName()));
      }
    }
    return folder.resolve(name);
  }

  private static void run(Path in, String... words) {
    Map<String, Object> ended =
        ProgramOnPath.run(in, Stream.concat(Stream.of(words), Stream.of("--quiet")).toList());
    assertThat(ended).containsEntry("code", 0);
  }

  private record Ended(int code, String output) {}

  /** With the program on PATH, the package in reach, and the results for its tests. */
  private static Ended start(Path in, String... line) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.getOrDefault("PATH", ""));
    environment.put("PYTHONPATH", PYTHON.toString());
    environment.put("PYTHONDONTWRITEBYTECODE", "1");
    environment.put("PYTHONWARNINGS", "error::FutureWarning:headroom");
    environment.put("HEADROOM_RESULTS", in.toString());
    environment.put("MPLBACKEND", "Agg");
    environment.put("MPLCONFIGDIR", folder.toString());
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }
}
