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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pages as a person with a telephone or a wide screen sees them, by day and by night: no words that
 * touch others, leave their drawing, are smaller than ten pixels or hard to tell from what is
 * behind them, and nothing that makes the whole page scroll sideways. A script measures it in a
 * browser.
 */
@Tag("whole")
final class LegibilityTest {
  private static final String PROBE =
      """
      <script>
      setTimeout(() => {
        const told = [];
        const words = text => '"' + text.textContent.slice(0, 40) + '"';
        if (document.body.scrollWidth > document.body.clientWidth + 1) told.push('the page is ' + document.body.scrollWidth + ' px wide');
        for (const drawing of document.querySelectorAll('svg[role=img]')) {
          const where = drawing.getAttribute('aria-label') + ': ';
          const whole = drawing.getBoundingClientRect();
          const scale = whole.width / drawing.viewBox.baseVal.width;
          const texts = [...drawing.querySelectorAll('text')].filter(text => text.textContent.trim());
          const boxes = texts.map(text => text.getBoundingClientRect());
          texts.forEach((text, i) => {
            const size = parseFloat(getComputedStyle(text).fontSize) * scale;
            if (size < 10) told.push(where + words(text) + ' is ' + size.toFixed(1) + ' px high');
            if (boxes[i].left < whole.left - 1.5 || boxes[i].right > whole.right + 1.5) told.push(where + words(text) + ' leaves the drawing');
            for (let k = 0; k < i; k++) {
              const across = Math.min(boxes[i].right, boxes[k].right) - Math.max(boxes[i].left, boxes[k].left);
              const down = Math.min(boxes[i].bottom, boxes[k].bottom) - Math.max(boxes[i].top, boxes[k].top);
              if (across > 1 && down > 4) told.push(where + words(texts[k]) + ' and ' + words(text) + ' overlap');
            }
          });
        }
        for (const place of document.querySelectorAll('.drawing')) {
          if (!place.isSaved || !place.drawnAt) continue;
          const button = place.querySelector('.save').getBoundingClientRect();
          for (const text of place.querySelectorAll('svg text')) {
            const box = text.getBoundingClientRect();
            if (Math.min(box.right, button.right) - Math.max(box.left, button.left) > 1 && Math.min(box.bottom, button.bottom) - Math.max(box.top, button.top) > 4)
              told.push(words(text) + ' lies under what saves its drawing');
          }
          const saved = new DOMParser().parseFromString(alone(place, titleOf(place)), 'image/svg+xml').documentElement;
          if (saved.nodeName !== 'svg' || saved.querySelectorAll('text').length <= place.querySelectorAll('svg text').length) told.push(titleOf(place) + ' is not saved whole');
          const keys = [...place.closest('section').querySelectorAll(':scope > .row .key')];
          if (keys.some(key => key.querySelector('.ramp')) && !saved.querySelector('linearGradient')) told.push(titleOf(place) + ' is saved without its scale');
          if (keys.some(key => key.querySelector('svg') && !saved.textContent.includes(key.textContent))) told.push(titleOf(place) + ' is saved without the keys of its marks');
          if (/var[(]--|class=/.test([...saved.querySelectorAll('*')].map(each => each.cloneNode().outerHTML + getComputedStyle(each).fill).join(''))) told.push(titleOf(place) + ' is saved with looks of the page');
        }
        const light = colour => {
          const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map(Number).map(part => part / 255)
            .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
          return .2126 * r + .7152 * g + .0722 * b;
        };
        const behind = element => {
          const colour = getComputedStyle(element).backgroundColor;
          return !element.parentElement || !/, 0\\)$/.test(colour) ? colour : behind(element.parentElement);
        };
        for (const element of document.querySelectorAll('body *:not(script)')) {
          const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
          const box = element.getBoundingClientRect();
          if (!own || !box.width || element.closest('#tip')) continue;
          const style = getComputedStyle(element);
          const ink = element instanceof SVGElement ? style.fill : style.color;
          const [a, b] = [light(ink), light(behind(element instanceof SVGElement ? element.ownerSVGElement : element))];
          const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
          if (contrast < 4.5) told.push(words(element) + ' has a contrast of ' + contrast.toFixed(2));
        }
        parent.postMessage('faults at ' + document.body.clientWidth + ' px: ' + told.length + '\\n' + told.slice(0, 30).join('\\n'), '*');
      }, 1500);
      </script>
      </body>\
      """;

  @TempDir private Path temporary;

  /** Frames lie over each other, so that all of each is in sight. */
  private static final String FRAMES =
      """
      <!doctype html><body style="margin: 0">
      <script>
      addEventListener('message', event => {
        const frames = [...document.querySelectorAll('iframe')];
        const list = document.createElement('pre');
        list.textContent = frames.findIndex(frame => frame.contentWindow === event.source) + ' ' + event.data;
        document.body.append(list);
      });
      </script>
      FRAMES
      </body>
      """;

  private static final Pattern TOLD =
      Pattern.compile("<pre>(\\d+) (faults at (\\d+) px: (\\d+)\n[^<]*)</pre>");

  @ParameterizedTest
  @CsvSource({"400, true", "1400, false"})
  void shouldBeReadable(int width, boolean dark) throws IOException, InterruptedException {
    assertThat(faults(pages(), width, dark)).isEmpty();
  }

  /** A picture of its own size, which no script fits to a window. */
  @Test
  void shouldBeReadableAsAPicture() throws IOException, InterruptedException {
    String page =
        "<!doctype html><style>body { background: #fff; }</style><body><main id=page>"
            + CollectivePicture.of(MadeCollective.sweep())
            + "</main></body>";
    assertThat(faults(Map.of("collective", page), 1400, false)).isEmpty();
  }

  /** The probe sees what it is for: a test that cannot fail would be worth nothing. */
  @Test
  void shouldSeeWhatIsNot() throws IOException, InterruptedException {
    String page = HtmlReport.of(MadeRun.permutation64().summary());
    String rule = "svg text { fill: var(--soft); font-size: 11px;";
    assertThat(page).contains(rule);
    Map<String, String> large =
        Map.of("large", page.replace(rule, "svg text { fill: var(--soft); font-size: 22px;"));
    assertThat(faults(large, 400, false).get("large")).contains("overlap", "leaves the drawing");
    Map<String, String> others =
        Map.of(
            "small", page.replace(rule, "svg text { fill: var(--line); font-size: 7px;"),
            "pale", page.replace("--soft: #5d6b7c", "--soft: #c0c0c0"));
    Map<String, String> found = faults(others, 1400, false);
    assertThat(found.get("small")).contains("is 7.0 px high");
    assertThat(found.get("pale")).contains("has a contrast of 1.");
  }

  private static Map<String, String> pages() throws IOException {
    Map<String, String> pages = new TreeMap<>();
    pages.put(
        "incast with failures",
        HtmlReport.of(
            MadeRun.incast64()
                .unfinished(3)
                .drop(DropCause.HEADROOM_FULL, 4, 3, 77)
                .broken(
                    new LinkEvent(Time.parse("10us"), 3, false),
                    new LinkEvent(Time.parse("20us"), 3, true),
                    new PauseStorm(Time.parse("40us"), 5, true))
                .summary()));
    pages.put("8,192 hosts", HtmlReport.of(MadeRun.fatTree8192()));
    pages.put("traces", HtmlReport.of(run("incast-16.yaml", "run.trace.flows=0-2")));
    pages.put(
        "traces of windows",
        HtmlReport.of(run("incast-16.yaml", "run.trace.flows=slowest", "congestion=swift")));
    pages.put("deadlock", HtmlReport.of(run("ring-deadlock.yaml")));
    pages.put("all-reduce", HtmlReport.of(run("allreduce-64.yaml", "workload.size=4MiB")));
    pages.put("storm", HtmlReport.of(run("storm.yaml", "run.stop=10ms")));
    pages.put(
        "training",
        HtmlReport.of(run("training-64.yaml", "workload.layers=1", "fabric.servers=2")));
    pages.put(
        "comparison",
        ComparePage.of(
            Comparison.of(
                List.of(
                    ComparedRun.of(
                        "congestion=dcqcn, routing.algorithm=ecmp",
                        Map.of(),
                        "a",
                        MadeRun.incast64().summary()),
                    ComparedRun.of(
                        "congestion=none, routing.algorithm=spray",
                        Map.of(),
                        "b",
                        MadeRun.permutation64().digest("other").unfinished(64).summary())),
                List.of(
                    new MissingRun(
                        "congestion=dcqcn, routing.algorithm=cells", "they do not go together")),
                Optional.empty()),
            true));
    pages.put("comparison of twelve", ComparePage.of(MadeComparison.twelve(), true));
    pages.put(
        "comparison of traces",
        ComparePage.of(
            Comparison.of(
                List.of(
                    ComparedRun.of(
                        "dcqcn", Map.of(), "a", run("incast-16.yaml", "run.trace.flows=0-1")),
                    ComparedRun.of(
                        "swift",
                        Map.of(),
                        "b",
                        run("incast-16.yaml", "run.trace.flows=0-1", "congestion=swift"))),
                List.of(),
                Optional.empty()),
            true));
    CaptureReport capture = MadeCapture.explanation("a");
    pages.put("search of 20", TunePage.of(MadeSearch.of(20), MadeSearch.scenario()));
    pages.put("search of 2,000", TunePage.of(MadeSearch.of(2_000), MadeSearch.scenario()));
    pages.put("capture", CapturePage.of("a.pcapng", "pcapng", capture));
    pages.put("collective", CollectivePage.of(MadeCollective.sweep()));
    pages.put("claims", VerdictsPage.of(VerdictsPageTest.verdicts()));
    pages.put("cheat sheet", CheatSheetPage.of(VerdictsPageTest.verdicts()));
    pages.put("audit", AuditPage.of(MadeAudit.of(7, 12)));
    return pages;
  }

  /** What is wrong with which of these pages, all drawn by one browser. */
  private Map<String, String> faults(Map<String, String> pages, int width, boolean dark)
      throws IOException, InterruptedException {
    List<String> names = List.copyOf(pages.keySet());
    StringBuilder frames = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      // a browser's window has a least width of its own; a page's body has none
      String page =
          Objects.requireNonNull(pages.get(names.get(i)))
              .replaceFirst("<meta http-equiv[^>]*>", "") // it forbids the probe
              .replace("</body>", PROBE)
              .replace("</style>", "body { width: " + width + "px; }</style>");
      if (dark) {
        page = page.replace("matchMedia('(prefers-color-scheme: dark)').matches", "true");
      }
      Files.writeString(temporary.resolve(i + ".html"), page);
      frames.append(
          "<iframe src=\"%d.html\" style=\"position: absolute; width: 1440px; height: 900px\"></iframe>%n"
              .formatted(i));
    }
    Path all = temporary.resolve("all.html");
    Files.writeString(all, FRAMES.replace("FRAMES\n", frames));
    Browser.Page drawn = Browser.open(all, 1440);
    assertThat(drawn.errors()).isEmpty();
    Map<String, String> found = new TreeMap<>();
    int looked = 0;
    Matcher told = TOLD.matcher(drawn.text());
    while (told.find()) {
      looked++;
      assertThat(told.group(3)).isEqualTo("" + width);
      if (!told.group(4).equals("0")) {
        found.put(names.get(Integer.parseInt(told.group(1))), told.group(2));
      }
    }
    assertThat(looked).as("pages that the probe has looked at").isEqualTo(names.size());
    return found;
  }

  private static RunSummary run(String example, String... sets) throws IOException {
    Path file = Path.of("..", "examples", example);
    if (!(ScenarioReader.read(Files.readString(file), example, List.of(with(sets)))
        instanceof ScenarioReader.Good good)) {
      throw new AssertionError("not a scenario");
    }
    FlowStatistics tally = FlowStatistics.of(good.scenario());
    RunResult result =
        Simulation.run(good.scenario(), RunOptions.DEFAULT, tally, (now, flows, packets) -> true);
    return RunSummary.of(good.scenario(), result, tally);
  }

  /** With samples, as a report has them. */
  private static String[] with(String... sets) {
    return Stream.concat(Stream.of("run.probes=100us"), Stream.of(sets)).toArray(String[]::new);
  }
}
