package dev.headroom.wire;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Wireshark's dissector, as somebody else's opinion. */
public final class Tshark {
  private Tshark() {}

  /** The lines it prints with these options; the test is skipped where it is not installed. */
  public static List<String> read(Path capture, String... options)
      throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/tshark")), "tshark is not installed");
    List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", capture.toString()));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text.lines().toList();
  }

  /** The values of fields in each frame that the filter lets through, parted by tabs. */
  public static List<String> fields(Path capture, String filter, String... fields)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of("-Y", filter, "-T", "fields"));
    for (String field : fields) {
      options.add("-e");
      options.add(field);
    }
    return read(capture, options.toArray(String[]::new));
  }
}
