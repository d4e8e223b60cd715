package dev.headroom.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Headroom;
import dev.headroom.app.SmallCapture;
import dev.headroom.app.process.ExitCodes;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class PcapCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldShowAConnection() throws IOException {
    Path file = SmallCapture.write(folder.resolve("clean.pcapng"), 1, 2, 3);

    assertThat(run("pcap", file.toString())).as(err.toString()).isEqualTo(ExitCodes.CLEAN);
    assertThat(out.toString())
        .contains("no problems in 1 connection")
        .contains("10.0.0.2 0x2 RC")
        .contains("4 good, 0 bad");
  }

  @Test
  void shouldPrintJson() throws IOException {
    Path file = SmallCapture.write(folder.resolve("resent.pcapng"), 1, 2, 1, 2);

    assertThat(run("pcap", file.toString(), "--json")).isEqualTo(ExitCodes.FINDINGS);
    JsonNode json = JsonMapper.shared().readTree(out.toString());
    assertThat(json.at("/packets/roce").intValue()).isEqualTo(5);
    assertThat(json.at("/icrc/good").intValue()).isEqualTo(5);
    assertThat(json.at("/icrc/bad").intValue()).isZero();
    JsonNode connection = json.at("/connections/0");
    assertThat(connection.at("/retransmissions").intValue()).isEqualTo(2);
    assertThat(connection.at("/naks").intValue()).isZero();
    assertThat(connection.at("/cnps").intValue()).isZero();
    assertThat(connection.at("/ecnMarked").intValue()).isZero();
    assertThat(json.at("/findings/0/frames/0").intValue()).isEqualTo(3);
    assertThat(json.at("/timeline/moments").size()).isEqualTo(5);
    assertThat(json.at("/timeline/moments/2/retransmissions").intValue()).isEqualTo(1);
  }

  @Test
  void shouldWriteAPage() throws IOException {
    Path file = SmallCapture.write(folder.resolve("resent.pcapng"), 1, 2, 1, 2);
    Path page = folder.resolve("page.html");

    assertThat(run("pcap", file.toString(), "--html", page.toString()))
        .isEqualTo(ExitCodes.FINDINGS);
    assertThat(Files.readString(page).replace("http://www.w3.org/2000/svg", ""))
        .contains("problem in 1 connection")
        .doesNotContain("http:", "https:", "src=", "@import");
    assertThat(run("pcap", file.toString(), "--html", file.toString()))
        .isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("is the capture itself");
    assertThat(run("pcap", file.toString(), "--html", folder.toString()))
        .isEqualTo(ExitCodes.BAD_INPUT);
  }

  @Test
  void shouldSayWhatIsWrongWithAFile() throws IOException {
    assertThat(run("pcap", folder.resolve("none").toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("none: no such file");
    assertThat(run("pcap", folder.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("is a directory");
    Path text = Files.writeString(folder.resolve("text"), "hello, I am no capture");
    assertThat(run("pcap", text.toString())).isEqualTo(ExitCodes.BAD_INPUT);
    assertThat(err.toString()).contains("neither pcap").hasLineCount(1);
    Path zip = Files.write(folder.resolve("zip"), new byte[] {0x1f, (byte) 0x8b, 1, 2, 3, 4});
    assertThat(run("pcap", zip.toString())).isIn(ExitCodes.BAD_INPUT, ExitCodes.COULD_NOT_RUN);
    assertThat(err.toString()).hasLineCount(1);
  }

  /** A capture that was cut off is explained as far as it goes. */
  @Test
  void shouldReadUpToWhereAFileEnds() throws IOException {
    byte[] whole = Files.readAllBytes(SmallCapture.write(folder.resolve("whole"), 1, 2, 3));
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 150));

    assertThat(run("pcap", cut.toString())).isEqualTo(ExitCodes.FINDINGS);
    assertThat(out.toString()).contains("the file ends in the middle of frame");
    assertThat(err.toString()).isEmpty();
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Headroom.run(new PrintWriter(out), new PrintWriter(err), args);
  }
}
