package dev.headroom.web.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A headless Chromium; tests that want one are skipped where there is none. */
public final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private Browser() {}

  /**
   * What became of a page.
   *
   * @param text the document after its scripts ran
   * @param errors what it wrote to the console
   */
  record Page(String text, List<String> errors) {
    int count(String part) {
      return text.split(part, -1).length - 1;
    }
  }

  static Page open(Path file) throws IOException, InterruptedException {
    return open(file, 1280);
  }

  /** In a window so many pixels wide. */
  static Page open(Path file, int width) throws IOException, InterruptedException {
    Optional<Path> program = program();
    Assumptions.assumeTrue(
        program.isPresent(), "no Chromium here (Debian package chromium): page not drawn");
    Path folder = Files.createTempDirectory("headroom-browser");
    try {
      return open(program.orElseThrow(), file, width, folder);
    } finally {
      remove(folder);
    }
  }

  private static Page open(Path program, Path file, int width, Path folder)
      throws IOException, InterruptedException {
    Path out = folder.resolve("dom");
    Path err = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=" + width + ",900",
                "--enable-logging=stderr",
                "--v=0",
                "--virtual-time-budget=8000",
                "--dump-dom",
                file.toUri().toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the browser took over two minutes");
    }
    String text = Files.readString(out);
    int data = text.indexOf("<script type=\"application/json\"");
    int end = text.indexOf("</body>");
    String drawn = data < 0 ? text : text.substring(0, data) + text.substring(Math.max(data, end));
    try (Stream<String> lines = Files.lines(err)) {
      return new Page(drawn, lines.filter(line -> line.contains(":CONSOLE")).toList());
    }
  }

  /** Its profile too, megabytes of which nobody wants a second time. */
  public static void remove(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | UncheckedIOException e) {
      // a helper of the browser still writes there: then some of it stays
    }
  }

  /** The program, if there is one. */
  public static Optional<Path> program() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return NAMES.stream()
        .flatMap(name -> Stream.of(path.split(":")).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
