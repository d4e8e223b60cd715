package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The native device in a guest, over libibverbs and the kernel's soft-RoCE: the suite of verbs, and
 * the soft device at the other end. Java in the guests is a small runtime that jlink makes.
 *
 * <p>What an emulated guest does not always manage on a busy machine runs only with {@code
 * -Dheadroom.lab.native=all}.
 */
final class NativeLabTest {
  private static final Path WIRE_TESTS = Path.of("..", "wire", "target", "test-classes");
  private static final String PEER = "dev.headroom.wire.verbs.PatternPeer";

  /** What the guests do without: large, and not of the endpoint. */
  private static final List<String> ELSEWHERE = List.of("duckdb", "sshd", "archunit");

  @BeforeAll
  static void giveTheGuestsJava() throws Exception {
    Lab.need();
    Assumptions.assumeTrue(
        Files.isDirectory(WIRE_TESTS.resolve("dev/headroom/wire/verbs")),
        "the tests of module wire are not compiled: build it, too");
    String classes =
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .filter(each -> ELSEWHERE.stream().noneMatch(each::contains))
            .collect(Collectors.joining(":"));
    Lab.change(
        "java", System.getProperty("java.home"), WIRE_TESTS.toAbsolutePath() + ":" + classes);
  }

  @Test
  void shouldDoWhatEveryDeviceDoes() throws Exception {
    Lab.Said said = Lab.guest("/share/java dev.headroom.wire.verbs.GuestSuite 2>&1").end(600);
    System.out.println(said.text());
    assertThat(said.code()).as(said.text()).isZero();
    assertThat(said.text()).contains("tests passed");
  }

  /** SENDs, WRITEs, READs and atomics both ways, every byte of which both sides know. */
  @Test
  @EnabledIfSystemProperty(named = "headroom.lab.native", matches = "all")
  void shouldExchangePatternsWithTheSoftDevice() throws Exception {
    exchangePatterns(20);
  }

  @Test
  @EnabledIfSystemProperty(named = "headroom.lab.native", matches = "all")
  void shouldExchangePatternsOverARoughPath() throws Exception {
    try (RoughStretch rough = RoughStretch.before(1)) {
      exchangePatterns(20);
      rough.assertRough();
    }
  }

  private static void exchangePatterns(int programs) throws Exception {
    String right = programs + " programs, every byte right";
    Lab.Running host = Lab.java(PEER, List.of("soft", Lab.HERE, "-", "" + programs), WIRE_TESTS);
    host.awaitText("waiting");
    Lab.Said guest =
        Lab.guest("/share/java " + PEER + " native 10.77.0.2 10.77.0.1 " + programs + " 2>&1")
            .end(300);
    assertThat(guest.code()).as(guest.text()).isZero();
    assertThat(guest.text()).contains(right);
    assertThat(host.end(60).text()).contains(right);
  }

  @Test
  void shouldPlayPingPongWithEveryByteRight() throws Exception {
    int count = 300;
    String options = " --pingpong -c --json -s 10000 -n " + count;
    Lab.Running host = Lab.headroom(("ping --bind 10.77.0.1" + options).split(" "));
    host.awaitText("waiting");
    Lab.Said guest = guest("ping 10.77.0.1 --bind 10.77.0.2 --device native" + options).end(400);
    assertThat(guest.code()).as(guest.text()).isZero();
    assertThat(guest.text()).contains("\"spoiled\": 0", "\"pings\": " + count);
    assertThat(host.end(60).text()).contains("\"spoiled\": 0", "\"pings\": " + count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"write_bw", "send_lat"})
  @EnabledIfSystemProperty(named = "headroom.lab.native", matches = "all")
  void shouldMeasureOverTheNativeDevice(String test) throws Exception {
    Lab.Running serving = guest("perf " + test + " --bind 10.77.0.2 --device native -n 200");
    serving.awaitText("waiting");
    String ask = "perf " + test + " 10.77.0.2 --bind 10.77.0.1 -n 200";
    Lab.Said client = Lab.headroom(ask.split(" ")).end(120);
    assertThat(client.code()).as(client.text()).isZero();
    Lab.Said served = serving.end(120);
    assertThat(served.code()).as(served.text()).isZero();
  }

  /** Where the address belongs to the kernel's device, the soft one says what works there. */
  @Test
  void shouldOfferTheNativeDevice() throws Exception {
    Lab.Said said = guest("perf write_bw --bind 10.77.0.2").end(300);
    assertThat(said.code()).isEqualTo(3);
    assertThat(said.text()).contains("soft-RoCE (rxe0 on eth0)", "--device native");
  }

  @Test
  @EnabledIfSystemProperty(named = "headroom.lab.native", matches = "all")
  void shouldSayWhatTheNativeDeviceCannot() throws Exception {
    Lab.Said elsewhere = guest("perf write_bw --bind 127.0.0.1 --device native").end(300);
    assertThat(elsewhere.code()).isEqualTo(3);
    assertThat(elsewhere.text()).contains("no RDMA device has the address 127.0.0.1", "rxe0");
    Lab.Said rping = guest("ping 10.77.0.1 --bind 10.77.0.2 --device native").end(300);
    assertThat(rping.code()).isEqualTo(2);
    assertThat(rping.text()).contains("--pingpong");
  }

  private static Lab.Running guest(String command) throws Exception {
    return Lab.guest("/share/java dev.headroom.app.Headroom " + command + " 2>&1");
  }
}
