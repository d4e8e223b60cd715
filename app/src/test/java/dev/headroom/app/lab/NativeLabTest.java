package dev.headroom.app.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The native device in a guest, over libibverbs and the kernel's soft-RoCE: the suite of verbs, and
 * the soft device or another kernel at the other end. Java in the guests is a small runtime that
 * jlink makes.
 */
@NeedsLab
final class NativeLabTest {
  private static final Path WIRE_TESTS = Path.of("..", "wire", "target", "test-classes");
  private static final String PEER = "dev.headroom.wire.verbs.PatternPeer";
  private static final int KERNEL_PORT = 19_000;
  private static final int SOFT_PORT = 19_100;

  /**
   * With 1 s for an answer: on a busy machine an emulated guest stands still for longer than 0.5 s.
   */
  private static final List<String> PERF =
      List.of(
          "write_bw -n 200 -s 4096 -u 18",
          "write_lat -n 100 -s 64 -u 18",
          "send_bw -n 200 -s 4096 -u 18",
          "send_lat -n 100 -s 64 -u 18",
          "read_bw -n 200 -s 4096 -u 18",
          "read_lat -n 100 -s 64 -u 18",
          "atomic_bw -n 200 -u 18",
          "atomic_lat -n 100 -u 18");

  /** What the guests do without: large, and not of the endpoint. */
  private static final List<String> ELSEWHERE = List.of("duckdb", "sshd", "archunit");

  @BeforeAll
  static void giveTheGuestsJava() throws Exception {
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
  void shouldExchangePatternsWithTheSoftDevice() throws Exception {
    exchangePatterns(20);
  }

  @Test
  void shouldExchangePatternsOverARoughPath() throws Exception {
    try (RoughStretch rough = RoughStretch.before(1)) {
      exchangePatterns(20);
      rough.assertRough();
    }
  }

  private static void exchangePatterns(int programs) throws Exception {
    String right = programs + " programs, all bytes correct";
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

  /** Perftest's clients in the other guest, then the soft device's here. */
  @Test
  void shouldServePerftestAndTheSoftDevice() throws Exception {
    List<String> commands = new ArrayList<>();
    for (int i = 0; i < PERF.size(); i++) {
      commands.add(perf(i, KERNEL_PORT) + " --bind 10.77.0.2 --device native");
      commands.add(perf(i, SOFT_PORT) + " --bind 10.77.0.2 --device native");
    }
    Lab.Running serving = guest(commands);
    for (int i = 0; i < PERF.size(); i++) {
      serving.awaitText("waiting for a client at 10.77.0.2 port " + (KERNEL_PORT + i));
      Lab.Said theirs =
          Lab.guest(2, "ib_" + perftest(i, KERNEL_PORT) + " " + Lab.GUEST + " 2>&1").end(120);
      assertThat(theirs.code()).as(theirs.text()).isZero();
      assertThat(theirs.text()).contains("#bytes");
      serving.awaitText("waiting for a client at 10.77.0.2 port " + (SOFT_PORT + i));
      String ours = perf(i, SOFT_PORT) + " 10.77.0.2 --bind 10.77.0.1";
      Lab.Said soft = Lab.headroom(ours.split(" ")).end(120);
      assertThat(soft.code()).as(soft.text()).isZero();
    }
    assertEndedWell(serving, commands);
  }

  /** Perftest's servers in the other guest. */
  @Test
  void shouldAskPerftest() throws Exception {
    List<String> commands = new ArrayList<>();
    List<Lab.Running> servers = new ArrayList<>();
    for (int i = 0; i < PERF.size(); i++) {
      String to = " " + Lab.OTHER_GUEST + " --bind " + Lab.GUEST + " --device native";
      commands.add(perf(i, KERNEL_PORT) + to);
      servers.add(Lab.guest(2, "ib_" + perftest(i, KERNEL_PORT) + " 2>&1"));
    }
    Lab.awaitListeners(2, IntStream.range(0, PERF.size()).map(i -> KERNEL_PORT + i).toArray());
    assertEndedWell(guest(commands), commands);
    for (Lab.Running server : servers) {
      Lab.Said said = server.end(60);
      assertThat(said.code()).as(said.text()).isZero();
      assertThat(said.text()).contains("remote address");
    }
  }

  private static String perf(int index, int firstPort) {
    return "perf " + PERF.get(index) + " -p " + (firstPort + index);
  }

  private static String perftest(int index, int firstPort) {
    return PERF.get(index) + " -F -p " + (firstPort + index);
  }

  private static void assertEndedWell(Lab.Running guest, List<String> commands)
      throws InterruptedException {
    Lab.Said said = guest.end(500);
    for (String command : commands) {
      assertThat(said.text()).contains("ended with 0: " + command);
    }
  }

  /** The kernel's driver pins what is registered, and counts it; soft-RoCE takes it by its key. */
  @Test
  void shouldRegisterMemoryWithTheKernelsDriver() throws Exception {
    Lab.Said said =
        guest("register --size 16MiB --device native --bind 10.77.0.2 --table --json").end(300);
    assertThat(said.code()).as(said.text()).isZero();
    JsonNode root = JsonMapper.builder().build().readTree(said.text());
    assertThat(root.get("device").asString()).isEqualTo("rxe0");
    assertThat(root.get("locked").get("pinnedBytes").asLong()).isEqualTo(16 << 20);
    assertThat(root.get("lockedBefore").get("pinnedBytes").asLong()).isZero();
    assertThat(root.get("transfer").get("right").asBoolean()).isTrue();
    assertThat(root.get("transfer").get("wrongKeyRefused").asBoolean()).isTrue();
    assertThat(root.get("table").get("translations"))
        .hasSize(root.get("table").get("entries").asInt());
  }

  /** Where the address belongs to the kernel's device, the soft one says what works there. */
  @Test
  void shouldSayWhatWorksWhere() throws Exception {
    Lab.Said said =
        guest(
                List.of(
                    "perf write_bw --bind 10.77.0.2",
                    "perf write_bw --bind 127.0.0.1 --device native",
                    "ping 10.77.0.1 --bind 10.77.0.2 --device native"))
            .end(300);
    assertThat(said.text())
        .contains(
            "soft-RoCE (rxe0 on eth0)",
            "--device native",
            "ended with 3: perf write_bw --bind 10.77.0.2",
            "no RDMA device has the address 127.0.0.1",
            "ended with 3: perf write_bw --bind 127.0.0.1",
            "--pingpong",
            "ended with 2: ping");
  }

  /** Runs commands of Headroom in the guest, one after another. */
  private static Lab.Running guest(List<String> commands) throws Exception {
    String all = commands.stream().map(each -> "'" + each + "'").collect(Collectors.joining(" "));
    return Lab.guest("/share/java dev.headroom.app.GuestCommands " + all + " 2>&1");
  }

  private static Lab.Running guest(String command) throws Exception {
    return Lab.guest("/share/java dev.headroom.app.Headroom " + command + " 2>&1");
  }
}
