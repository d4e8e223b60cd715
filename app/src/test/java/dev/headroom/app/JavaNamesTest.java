package dev.headroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong input of every kind: what is said of it names no class of Java. */
final class JavaNamesTest {
  private static final Pattern JAVA =
      Pattern.compile(
          "\\b(?:java|javax|sun|jdk|dev\\.headroom|com|org|tools|picocli)\\.[a-z]\\w*\\.\\w"
              + "|\\b[A-Z]\\w+(?:Exception|Error)\\b|\\bCannot (?:invoke|read|store|load)\\b|\\bnull\\b");

  @TempDir private Path folder;

  @BeforeEach
  void prepare() throws IOException {
    byte[] noise = new byte[3000];
    new Random(1).nextBytes(noise);
    for (String name :
        new String[] {"noise", "n.tar.zst", "n.tar.gz", "n.tar.xz", "n.zip", "n.pcap", "n.et"}) {
      Files.write(folder.resolve(name), noise);
    }
    Files.writeString(folder.resolve("broken.yaml"), "fabric: [\n");
    Files.write(
        folder.resolve("latin.yaml"), "name: gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1));
    Files.writeString(folder.resolve("empty"), "");
    Files.writeString(folder.resolve("half.json"), "{\"a\":");
    Files.writeString(folder.resolve("nan.cdf"), "NaN 0\n1e999 100\n");
    Files.writeString(folder.resolve("Own.java"), "class Own extends Nothing {}\n");
    Files.createDirectory(folder.resolve("dir"));
    Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim @/broken.yaml",
        "sim @/latin.yaml",
        "sim @/noise",
        "sim @/empty",
        "sim @/dir",
        "sim @/loop",
        "sim @/nothing",
        "sim @/nothing/x.yaml",
        "sim @/noise/x.yaml",
        "sim ../examples/pair.yaml --out @/noise",
        "sim ../examples/pair.yaml --out @/noise/x",
        "sim ../examples/pair.yaml --out @/loop/x",
        "sim ../examples/pair.yaml --set a",
        "sim ../examples/pair.yaml --set workload.size=1e9999",
        "sim ../examples/pair.yaml --set run.stop=99999999999999999999s",
        "sim ../examples/pair.yaml --set run.seed=x",
        "sim ../examples/pair.yaml --threads x",
        "sim ../examples/pair.yaml --threads 99999999999",
        "sim ../examples/pair.yaml --control @/Own.java",
        "sim ../examples/pair.yaml --control @/nothing.java",
        "sim ../examples/pair.yaml --control @/dir",
        "sim ../examples/pair.yaml --control @/latin.yaml",
        "sim ../examples/pair.yaml --pcap host-9",
        "compare @/nothing @/dir",
        "compare ../examples/pair.yaml --vary x",
        "check @/loop",
        "check @/half.json",
        "pcap @/n.pcap",
        "pcap @/dir",
        "pcap @/loop",
        "pcap @/nothing",
        "pcap @/empty",
        "explain nothing",
        "audit @/n.tar.zst",
        "audit @/n.tar.gz",
        "audit @/n.tar.xz",
        "audit @/n.zip",
        "audit @/dir",
        "audit @/loop",
        "audit @/nothing",
        "audit @/half.json",
        "audit @/empty",
        "audit --only x @/dir",
        "audit --waivers @/broken.yaml @/dir",
        "audit --waivers @/dir @/dir",
        "audit --html @/dir @/empty",
        "audit --hosts @/noise",
        "audit --hosts @/nothing",
        "collect --hosts @/dir",
        "collect --hosts @/loop",
        "collect --root @/noise",
        "collect --interval x --samples 2",
        "collect -o @/noise",
        "collect -o @/dir/x/y.tar",
        "convert @/noise",
        "convert @/nothing",
        "convert simai @/nothing",
        "convert simai @/noise",
        "convert chakra @/n.et",
        "convert hpcc @/noise",
        "gap @/nothing",
        "gap @/noise",
        "diagnose @/loop",
        "diagnose @/noise",
        "generate nothing",
        "generate permutation --out @/dir",
        "show @/nothing --as lspci",
        "show ../examples/pair.yaml --as x",
        "collective x",
        "collective allreduce --gpus x",
        "latency --size x",
        "calc bdp --rate x --rtt 1us",
        "calc nothing",
        "knobs nothing",
        "glossary nothing",
        "ping [::1",
        "ping 127.0.0.1 --size 99999999999",
        "perf write_bw [::1",
        "perf nothing",
        "probe [::1",
        "register --size x",
        "register --page 3KiB",
        "ping --bind 203.0.113.7",
        "sim \0",
        "nothing"
      })
  void shouldSpeakPlainly(String words) {
    String[] arguments = words.replace("@", folder.toString()).split(" ");
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int code = Headroom.run(new PrintWriter(out), new PrintWriter(err), arguments);

    String said = err.toString();
    assertThat(code)
        .as(said)
        .isIn(ExitCodes.FINDINGS, ExitCodes.BAD_INPUT, ExitCodes.COULD_NOT_RUN);
    assertThat(said).isNotEmpty().doesNotContain("a bug in Headroom");
    assertThat(JAVA.matcher(said.replace(folder.toString(), "")).results().map(it -> it.group()))
        .as(said)
        .isEmpty();
  }
}
