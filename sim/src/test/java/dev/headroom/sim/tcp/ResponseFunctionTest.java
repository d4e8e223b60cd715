package dev.headroom.sim.tcp;

import static dev.headroom.sim.tcp.ScriptedLink.MS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.tcp.Cubic;
import dev.headroom.congestion.tcp.Reno;
import dev.headroom.congestion.tcp.TcpWindowSettings;
import dev.headroom.unit.result.Cells;
import dev.headroom.unit.result.ResultTable;
import java.util.OptionalLong;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mean windows where one segment in so many is lost, on a link that is never full and 100 ms long,
 * against the response functions of RFC 9438, section 5 (tables 1 and 2 of RFC 8312): Reno's
 * 1.2/p^0.5, and CUBIC's, the greater of that and 1.054 (RTT/p)^0.75.
 */
final class ResponseFunctionTest {
  private static final ResultTable WINDOWS =
      ResultTable.of(
          "tcp-response",
          ResponseFunctionTest.class,
          "control, one loss in",
          "RFC 9438, segments",
          "here",
          "difference");

  private static final long RTT_PS = 100 * MS;
  private static final int SEGMENT = 1_000;

  @ParameterizedTest(name = "{0}, one in {1}: {2} segments")
  @CsvSource({
    "reno, 100, 12, 200",
    "reno, 1000, 38, 200",
    "reno, 10000, 120, 300",
    "cubic, 100, 12, 200",
    "cubic, 1000, 38, 200",
    "cubic, 10000, 187, 300"
  })
  void shouldHaveTheWindowOfTheRfc(String control, int lossEvery, int window, int seconds) {
    TcpSettings settings =
        new TcpSettings(
            StreamLayout.tcp(SEGMENT + 52),
            0,
            0,
            true,
            false,
            new TcpSettings.Receiving(1L << 30, 1, 40 * MS),
            new TcpSettings.Retries(200 * MS, true, 2 * MS),
            OptionalLong.empty());
    ScriptedLink link = new ScriptedLink(settings, controller(control), 1_000_000, RTT_PS / 2);
    link.lossEvery = lossEvery;
    link.post(0, 1L << 40);
    link.run(50_000L * MS);
    long before = link.delivered;
    link.run((50_000L + seconds * 1_000L) * MS);
    double measured = (link.delivered - before) / (double) SEGMENT / (seconds / 0.1);
    WINDOWS.row(
        "%s, %s".formatted(control, Cells.count(lossEvery)),
        Cells.count(window),
        Cells.number(measured, 1),
        Cells.difference(measured, window));
    assertThat(measured).isCloseTo(window, Percentage.withPercentage(15));
    assertThat(link.sender.timeouts()).isZero();
  }

  @Tag("whole")
  @ParameterizedTest(name = "{0}, one in {1}: {2} segments")
  @CsvSource("cubic, 100000, 1054, 57")
  void shouldHaveItWhereLossesAreRare(String control, int lossEvery, int window, int seconds) {
    shouldHaveTheWindowOfTheRfc(control, lossEvery, window, seconds);
  }

  private static Controller controller(String name) {
    Path path = new Path(8_000_000_000L, RTT_PS, SEGMENT);
    return name.equals("reno")
        ? new Reno(TcpWindowSettings.defaults(), path)
        : new Cubic(Cubic.Settings.defaults(), path);
  }
}
