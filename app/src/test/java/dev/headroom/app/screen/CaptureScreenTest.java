package dev.headroom.app.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.explain.CaptureReport;
import dev.headroom.wire.explain.CaptureReport.Datagrams;
import dev.headroom.wire.explain.CaptureReport.Finding;
import dev.headroom.wire.explain.CaptureReport.Frames;
import dev.headroom.wire.explain.CaptureReport.Ports;
import dev.headroom.wire.explain.CaptureReport.Timeline;
import dev.headroom.wire.explain.CaptureReport.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CaptureScreenTest {
  private static final Datagrams FLOW = new Datagrams("10.0.0.1", "10.0.0.2", 0x55, 10, 640, 1);

  @Test
  void shouldListDatagrams() {
    String screen = screen(List.of(FLOW), List.of());

    assertThat(screen)
        .contains("no problems in 1 datagram flow")
        .contains("from      to             packets  payload  bad ICRC")
        .contains("10.0.0.1  10.0.0.2 0x55       10    640 B         1");
  }

  @Test
  void shouldCountOneOther() {
    assertThat(screen(List.of(FLOW), List.of())).contains("11 in 1.00 s: 10 RoCE, 1 other\n");
  }

  @Test
  void shouldSayWhatIsWrongWhereNobodyTalks() {
    assertThat(screen(List.of(), List.of(new Finding("cut-off", true, "it ends", List.of()))))
        .contains("1 problem; no RDMA traffic between queue pairs");
    assertThat(screen(List.of(), List.of())).contains("\n no RDMA traffic between queue pairs");
  }

  /** A capture of many connections says the same of each. */
  @Test
  void shouldNotSayTheSameOfEachOfManyConnections() {
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      findings.add(new Finding("nak", true, "refused " + i, List.of()));
    }
    for (int i = 0; i < 100; i++) {
      findings.add(new Finding("cnp", false, "told " + i, List.of()));
    }
    assertThat(screen(List.of(FLOW), findings))
        .contains("refused 4")
        .contains("told 3", "and 96 more of this kind (cnp): see --json or --html.")
        .doesNotContain("told 4");
  }

  private static String screen(List<Datagrams> datagrams, List<Finding> findings) {
    return CaptureScreen.of(
        "x.pcap",
        new CaptureReport(
            new CaptureReport.Source("pcap", "", 1_000_000_000),
            new Frames(11, 1000, new Frames.Transports(10, 0, 0), 0, 0, 0, 0, 0),
            new CaptureReport.Packets(
                new Verdicts(9, 1, 0), new Verdicts(0, 0, 0), Map.of(), Map.of()),
            new CaptureReport.Traffic(List.of(), datagrams, new Ports(0, 0, 0)),
            List.of(),
            new Timeline(1000, List.of()),
            findings),
        Terminal.PLAIN);
  }
}
