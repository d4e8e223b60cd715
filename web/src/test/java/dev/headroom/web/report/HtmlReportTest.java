package dev.headroom.web.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.run.compare.ComparedRun;
import dev.headroom.run.compare.Comparison;
import dev.headroom.run.compare.MadeComparison;
import dev.headroom.run.compare.MissingRun;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.RunOptions;
import dev.headroom.sim.Simulation;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Time;
import dev.headroom.wire.explain.CaptureReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HtmlReportTest {
  private static final String ODD =
      "</script><img src=x onerror=alert(1)> & \"quotes\" ${name} \\ @DATA@ @SCRIPT@";

  @TempDir private Path temporary;

  @Test
  void shouldNeedNothingButItself() {
    String page = HtmlReport.of(MadeRun.incast64().summary());
    assertThat(page.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:", "https:", "src=", "@import");
  }

  /** The terms that it uses, and no others. */
  @Test
  void shouldExplainItsWords() {
    String page = HtmlReport.of(MadeRun.incast64().summary());
    String terms = page.substring(page.indexOf("id=\"terms\""), page.indexOf("'use strict'"));
    assertThat(terms)
        .contains("[\"slowdown\",\"FCT over", "[\"ECN mark\"", "[\"PFC pause\"", "[\"leaf\"")
        .doesNotContain("[\"NVMe-oF\"", "[\"KV cache\"");
  }

  @Test
  void shouldEscapeWhatNamesHold() {
    String page = HtmlReport.of(MadeRun.incast64().named(ODD).summary());
    assertThat(page).doesNotContain("<img");
    assertThat(page.split("</script>", -1)).hasSize(4);
  }

  @Test
  void shouldBeTheSameForTheSameRun() {
    assertThat(HtmlReport.of(MadeRun.incast64().summary()))
        .isEqualTo(HtmlReport.of(MadeRun.incast64().summary()));
  }

  @Test
  void shouldDrawInABrowserAt64Hosts() throws IOException, InterruptedException {
    String page =
        HtmlReport.of(
            MadeRun.incast64()
                .named(ODD)
                .set("congestion.kmin", "100KB")
                .unfinished(3)
                .drop(DropCause.HEADROOM_FULL, 4, 3, 77)
                .summary());
    Browser.Page drawn = Browser.open(page(page));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("Fabric", "Slowdown by flow size", "Pauses", "Over time", "Slowest flows")
        .contains("Unfinished flows", "congestion.kmin", "leaf-2 → host-17", "&lt;img src=x");
    assertThat(drawn.count("<svg")).isGreaterThan(15);
  }

  @Test
  void shouldTellPartsOfAWorkloadApart() throws IOException, InterruptedException {
    String text =
        """
        fabric: {topology: single, hosts: 5}
        workload:
          - {type: incast, fanIn: 4, size: 200KB}
          - {type: permutation, size: 100KB, transport: tcp}
        """;
    if (!(ScenarioReader.read(text, "s.yaml", List.of()) instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario");
    }
    FlowStatistics tally = FlowStatistics.of(good.scenario());
    RunResult result =
        Simulation.run(good.scenario(), RunOptions.DEFAULT, tally, (now, flows, packets) -> true);
    Browser.Page drawn =
        Browser.open(page(HtmlReport.of(RunSummary.of(good.scenario(), result, tally))));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("Workload entries", "0 incast", "1 permutation", "tcp, cubic");
  }

  @Test
  void shouldDrawTracesWhereThereAreAny() throws IOException, InterruptedException {
    Browser.Page drawn = Browser.open(page(HtmlReport.of(MadeRun.incast64().traced().summary())));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("Traced flows", "aria-label=\"flow 3, ", "RTT</text>")
        .doesNotContain("window</text>", "marks, CNPs");
    Browser.Page without = Browser.open(page(HtmlReport.of(MadeRun.incast64().summary())));
    assertThat(without.text().replaceAll("(?s)<script.*?</script>", ""))
        .doesNotContain("Traced flows");
  }

  @Test
  void shouldMarkWhatFailed() throws IOException, InterruptedException {
    MadeRun run =
        MadeRun.incast64()
            .broken(
                new LinkEvent(Time.parse("10us"), 3, false),
                new LinkEvent(Time.parse("20us"), 3, true),
                new LinkEvent(Time.parse("30us"), 70, false),
                new PauseStorm(Time.parse("40us"), 5, true));
    Browser.Page drawn = Browser.open(page(HtmlReport.of(run.summary())));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("down, later up again (1)", "down until the end (1)")
        .contains("host with a PFC pause storm (1)", "dotted: a failure or a recovery");
  }

  @Tag("whole")
  @Test
  void shouldDrawInABrowserAt8192Hosts() throws IOException, InterruptedException {
    String report = HtmlReport.of(MadeRun.fatTree8192());
    assertThat(report.length()).isLessThan(15_000_000);
    Browser.Page drawn = Browser.open(page(report));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.count("<image ")).isEqualTo(6);
    assertThat(drawn.text())
        .contains("agg → core", "core → agg", "edge-294 → host-4711")
        .contains(
            "Heat map of the load of edge → host: 8,192 links",
            ">pod 30</text>",
            "\"middle\">edge-")
        .contains("Highest mean of a row: ");
  }

  @Test
  void shouldDrawARunWithoutFlowsPausesOrSamples() throws IOException, InterruptedException {
    Browser.Page drawn =
        Browser.open(
            page(HtmlReport.of(MadeRun.permutation64().unfinished(64).unsampled().summary())));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text()).contains("No port was ever paused", "No samples");
  }

  @Test
  void shouldDrawAComparison() throws IOException, InterruptedException {
    String page =
        ComparePage.of(
            Comparison.of(
                List.of(
                    ComparedRun.of(ODD, Map.of(), "a", MadeRun.incast64().summary()),
                    ComparedRun.of(
                        "b",
                        Map.of(),
                        "b c/seed-2",
                        MadeRun.permutation64().digest("other").unfinished(64).summary())),
                List.of(new MissingRun("c", "does not go with d")),
                Optional.empty()),
            true);
    Browser.Page drawn = Browser.open(page(page));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains(
            "Headline of each variant",
            "Measures",
            "Over time",
            "All figures",
            "Not run",
            "does not go with d")
        .contains("href=\"b%20c/seed-2/report.html\"", " did not finish.")
        .doesNotContain("aria-label=\"flow");
    RunSummary traced = MadeRun.incast64().traced().summary();
    ComparedRun a = ComparedRun.of("a", Map.of(), "a", traced);
    ComparedRun b =
        ComparedRun.of("b", Map.of(), "b", MadeRun.incast64().digest("other").traced().summary());
    Browser.Page overlaid =
        Browser.open(
            page(ComparePage.of(Comparison.of(List.of(a, b), List.of(), Optional.empty()), true)));
    assertThat(overlaid.errors()).isEmpty();
    assertThat(overlaid.text()).contains("aria-label=\"flow 3, ", "RTT</text>");
  }

  /** A row and a bar each, no colour twice, and what each value does. */
  @Test
  void shouldDrawTwelveVariants() throws IOException, InterruptedException {
    Browser.Page drawn = Browser.open(page(ComparePage.of(MadeComparison.twelve(), true)));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("Comparison of 12 variants, 3 seeds each", "All variants", "Effect of each value")
        .contains(
            ">* a</td>",
            "cc=a, kmin=1KB, size=1MB",
            "cc=b",
            "effects on completion",
            "cc=c with kmin=")
        .contains("a line for the 95 % confidence interval", "does not go with e")
        .doesNotContain("Headline of each variant");
    Matcher bars =
        Pattern.compile("aria-label=\"completion\".*?</svg>", Pattern.DOTALL).matcher(drawn.text());
    assertThat(bars.find()).isTrue();
    List<String> colours =
        Pattern.compile("<rect[^>]* fill=\"(#[0-9a-f]+)\"")
            .matcher(bars.group())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(colours).hasSize(Comparison.FEW).doesNotHaveDuplicates();
    assertThat(bars.group().split("<rect")).hasSize(13);
  }

  @Test
  void shouldDrawACapture() throws IOException, InterruptedException {
    CaptureReport explanation = MadeCapture.explanation(ODD);
    Browser.Page drawn = Browser.open(page(CapturePage.of(ODD, ODD, explanation)));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("Findings", "Over time", "Connections", "Message latency", "Datagrams", "opcodes")
        .contains("retransmissions", "CE marks", "&lt;img src=x", "10.0.0.2 0x12");
    assertThat(drawn.count("<svg")).isEqualTo(5);
  }

  @Test
  void shouldDrawACaptureOfNothing() throws IOException, InterruptedException {
    Browser.Page drawn =
        Browser.open(page(CapturePage.of("none", "nothing", MadeCapture.nothing())));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.count("<svg")).isZero();
  }

  private Path page(String text) throws IOException {
    return Files.writeString(temporary.resolve("page.html"), text);
  }
}
