package dev.headroom.prove.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import dev.headroom.prove.counters.TableFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Exporters that are asked over HTTP, and the text that they serve. */
final class ScrapedMachineTest {
  private final Map<String, String> served = new ConcurrentHashMap<>();
  private HttpServer server = server();

  private static HttpServer server() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void start() {
    server.createContext(
        "/",
        exchange -> {
          String text = served.getOrDefault(exchange.getRequestURI().getPath(), "");
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(
              text.isEmpty() ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldPutTheExportersOfAHostTogether() throws Exception {
    served.put(
        "/node",
        """
        # HELP node_infiniband_symbol_error_total symbols
        # TYPE node_infiniband_symbol_error_total counter
        node_infiniband_symbol_error_total{device="mlx5_0",port="1",rack="r 1"} 1.8527668e+07
        node_infiniband_state_id{device="mlx5_0",port="1"} 4 1700000000000
        node_ethtool_received_prio3_pause_duration{device="eth0"} 5
        node_cpu_seconds_total{cpu="0",mode="idle"} 5
        node_boot_time_seconds 1.7e+09
        node_hwmon_temp_celsius{chip="a\\"b\\\\c",sensor="temp1"} NaN
        this is no line of the format
        """);
    served.put(
        "/dcgm",
        """
        DCGM_FI_DEV_GPU_TEMP{gpu="3",UUID="GPU-1",device="nvidia3",modelName="H100",Hostname="g"} 61
        """);
    try (HttpClient client = HttpClient.newHttpClient()) {
      ScrapedMachine machine =
          machine(client, "gpu-1 " + address("/node") + " " + address("/dcgm"));
      HostSample sample = new SampleReader("gpu-1").read(machine.read());
      assertThat(texts(sample))
          .contains(
              "node_infiniband_symbol_error_total{device=\"mlx5_0\",port=\"1\"} 1.8527668E7",
              "node_infiniband_state_id{device=\"mlx5_0\",port=\"1\"} 4.0",
              "node_ethtool_received_prio3_pause_duration{device=\"eth0\"} 5.0",
              "DCGM_FI_DEV_GPU_TEMP{gpu=\"3\"} 61.0",
              "headroom_boot_info{boot_id=\"1.7E9\"} 1.0")
          .noneMatch(each -> each.startsWith("node_cpu") || each.startsWith("node_hwmon"));
    }
  }

  @Test
  void shouldNameWhatExportersOfSwitchesCallOtherwise() {
    Map<Series, Double> values = new TreeMap<>();
    Exposition.read(
        """
        sonic_queue_dropped_packets_total{device="Ethernet0",queue="3"} 12
        ifOperStatus{ifName="Ethernet4",ifIndex="5"} 2
        ifHCInOctets{ifName="Ethernet4",ifIndex="5"} 77
        infiniband_switch_port_symbol_error_total{guid="0x7cfe9003009ce5b0",port="9"} 4
        """,
        values);
    assertThat(values)
        .containsOnly(
            Map.entry(
                Series.of(
                    "headroom_switch_queue_dropped_packets_total",
                    "device",
                    "Ethernet0",
                    "queue",
                    "UC3"),
                12.0),
            Map.entry(Series.of("headroom_switch_port_up", "device", "Ethernet4"), 0.0),
            Map.entry(
                Series.of("headroom_switch_received_bytes_total", "device", "Ethernet4"), 77.0),
            Map.entry(
                Series.of(
                    "node_infiniband_symbol_error_total",
                    "device",
                    "0x7cfe9003009ce5b0",
                    "port",
                    "9"),
                4.0));
    assertThat(TableFile.rows(Exposition.class, "scraped.tsv"))
        .allSatisfy(row -> assertThat(MetricTable.named(row[1])).as(row[1]).isPresent());
  }

  @Test
  void shouldTellOnceThatAnExporterDoesNotAnswer() throws Exception {
    served.put("/node", "node_load1 0.5\n");
    try (HttpClient client = HttpClient.newHttpClient()) {
      ScrapedMachine machine = machine(client, "a " + address("/node") + " " + address("/gone"));
      assertThat(machine.read().refused())
          .singleElement()
          .satisfies(each -> assertThat(each.why()).isEqualTo("answers with status 404"));
      assertThat(machine.read().refused()).isEmpty();
      served.put("/node", "<html>");
      assertThatIOException().isThrownBy(machine::read).withMessageContaining("no metrics");
      served.put("/node", "node_load1{host=\"a\"} 1\nnode_load1{host=\"b\"} 1\n");
      assertThatIOException().isThrownBy(machine::read).withMessageContaining("of 2 hosts");
    }
  }

  @Test
  void shouldNameTheLineOfATargetThatIsNone() {
    assertThat(ScrapeTarget.read(List.of("# all", "", "a http://a:9100/metrics # node")))
        .singleElement()
        .satisfies(each -> assertThat(each.host()).isEqualTo("a"));
    assertRefused("line 1: 'a' has no address", "a");
    assertRefused("line 1: 'a:9100' is no address", "x a:9100");
    assertRefused("line 1: 'http://u:p@a/' is no address", "x http://u:p@a/");
    assertRefused("line 2: 'x' is named again", "x http://a/", "x http://b/");
  }

  private static void assertRefused(String words, String... lines) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScrapeTarget.read(List.of(lines)))
        .withMessageContaining(words);
  }

  private static ScrapedMachine machine(HttpClient client, String line) {
    return new ScrapedMachine(
        client, ScrapeTarget.read(List.of(line)).getFirst(), InstantSource.system());
  }

  private String address(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  private static List<String> texts(HostSample sample) {
    return sample.layout().series().stream()
        .map(each -> each + " " + sample.value(each).orElse(-1))
        .toList();
  }
}
