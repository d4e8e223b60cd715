package dev.headroom.app.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.json.ProbeJson;
import dev.headroom.wire.probe.PathReport;
import dev.headroom.wire.probe.PathReport.Kind;
import dev.headroom.wire.probe.PathReport.Marks;
import dev.headroom.wire.probe.PathReport.Place;
import dev.headroom.wire.probe.PathReport.Size;
import dev.headroom.wire.probe.PathReport.Train;
import dev.headroom.wire.probe.PathReport.Trouble;
import dev.headroom.wire.probe.PathReport.Way;
import dev.headroom.wire.probe.PathReport.Ways;
import dev.headroom.wire.probe.ProbeReport;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Both ways of a probe, on the screen and as JSON. */
final class ProbeOutputTest {
  private static final InetAddress SERVER = InetAddress.ofLiteral("10.71.3.2");
  private static final Optional<InetAddress> ROUTER =
      Optional.of(InetAddress.ofLiteral("10.71.1.2"));

  private static PathReport path(boolean quotes, Trouble... troubles) {
    List<Optional<InetAddress>> routers = List.of(ROUTER);
    return new PathReport(
        quotes,
        routers,
        new Train(1000, 1000, 0, 0, 0),
        List.of(new Marks(0x6a, 20, Map.of(0x02, 20))),
        List.of(new Size(4096, 4148, 10, 10)),
        new Ways(OptionalInt.of(1), false, 64, List.of(new Way(routers, 64))),
        List.of(troubles),
        1500);
  }

  private static final Trouble CHANGED =
      new Trouble(Kind.DSCP_CHANGED, "DSCP 26 arrives as 0", Optional.empty());
  private static final Trouble DROPPED =
      new Trouble(Kind.CE_DROPPED, "CE is dropped", Optional.of(new Place(1, 2)));

  @Test
  void shouldShowEachWayUnderItsHeading() {
    ProbeReport report = new ProbeReport(SERVER, path(true), Optional.of(path(false, CHANGED)));
    String screen = ProbeScreen.of(report, Terminal.of(Map.of("COLUMNS", "200")));
    assertThat(screen)
        .containsSubsequence(
            "to 10.71.3.2",
            "the path keeps DSCP",
            "back from 10.71.3.2",
            "1 problem on the path",
            "DSCP 26 arrives as 0",
            "CAP_NET_RAW (sudo) on the server");
    assertThat(report.hasNoProblems()).isFalse();
    assertThat(report.packets()).isEqualTo(3000);
  }

  @Test
  void shouldSayThatTheWayBackWasNotLookedAt() {
    ProbeReport report = new ProbeReport(SERVER, path(true), Optional.empty());
    assertThat(ProbeScreen.of(report, Terminal.of(Map.of("COLUMNS", "200"))))
        .containsSubsequence("back from 10.71.3.2", "not probed");
    assertThat(ProbeJson.of(report)).contains("\"back\": null");
    assertThat(report.hasNoProblems()).isTrue();
  }

  @Test
  void shouldWriteBothWaysAsJson() {
    String json =
        ProbeJson.of(new ProbeReport(SERVER, path(true), Optional.of(path(false, DROPPED))));
    assertThat(json)
        .containsSubsequence(
            "\"packets\": 3000",
            "\"there\": {",
            "\"seesQuotes\": true",
            "\"troubles\": []",
            "\"back\": {",
            "\"seesQuotes\": false",
            "\"kind\": \"ce-dropped\"",
            "\"afterHop\": 1",
            "\"beforeHop\": 2");
  }
}
