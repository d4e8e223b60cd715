package dev.headroom.web.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Waivers;
import dev.headroom.audit.hosts.AuditedHosts;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.collect.hosts.AuditInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of audits in a real browser: what is dropped is judged as the command line does. */
@Tag("whole")
final class AuditPagesTest {
  private static final Path FOLDER = Path.of("..", "examples", "slow-job-hosts");

  /** A line of the kernel's log with which there is one finding. */
  private static final String HOT =
      "[   12.345678] mlx5_core 0000:3b:00.0: print_health_info: Health issue observed, High"
          + " temperature, severity(3) CRITICAL\n";

  private static OpenWorkbench workbench;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    workbench = OpenWorkbench.start(Duration.ofMinutes(2));
  }

  @AfterAll
  static void stop() {
    if (workbench != null) {
      workbench.close();
    }
  }

  private static AuditReport audited(Path path) throws IOException {
    AuditedHosts hosts = new AuditedHosts(RuleCatalogue.all(), Optional.empty(), false);
    new AuditInputs().each(List.of(path), host -> hosts.add(hosts.judge(host)));
    return hosts.report(Waivers.NONE);
  }

  @Test
  void shouldAuditAFolderAndWaive() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("audit")) {
      page.choose("#folder", FOLDER);
      page.await("document.querySelector('main').dataset.findings");
      AuditReport expected = audited(FOLDER);
      assertThat(number(page, "Number(document.querySelector('main').dataset.findings)"))
          .isEqualTo(expected.groups().size());
      assertThat(page.evaluate("document.querySelector('.outcome-line').innerText").stringValue())
          .startsWith(expected.hosts().size() + " hosts");
      assertThat(
              page.evaluate(
                      "fetch(document.querySelector('a[download=\"fix.sh\"]').href,"
                          + " {headers: {'X-Headroom': '1'}}).then(answer => answer.text())")
                  .stringValue())
          .startsWith("#!/bin/sh");
      page.evaluate("document.querySelector('.waivers').open = true");
      page.evaluate("document.getElementById('waived-reason').value = 'known: replaced in May'");
      page.evaluate(
          "[...document.querySelectorAll('.waivers button')].find(each => each.textContent === 'Add and apply').click()");
      page.await("document.querySelector('main').dataset.waived > 0");
      assertThat(number(page, "Number(document.querySelector('main').dataset.findings)"))
          .isLessThan(expected.groups().size());
      page.reload(); // the address names the audit: it is there again, with its waivers
      page.await("document.querySelector('main').dataset.waived > 0");
      page.await("document.querySelector('iframe.report')");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** The archive that the page makes of a folder has long names whole. */
  @Test
  void shouldPackLongNames() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("audit")) {
      String name = "node7/" + "deep/".repeat(30) + "dmesg.txt";
      String sent =
          """
          import('/page/tar.js').then(({tarOf}) => fetch('/api/audit?name=node7', {method: 'PUT',
            headers: {'X-Headroom': '1', 'Content-Type': 'application/octet-stream'},
            body: tarOf([{path: '%s', file: new Blob([`%s`])}])
          })).then(answer => answer.json()).then(audit => fetch('/api/audit/' + audit.id + '/audit.json', {headers: {'X-Headroom': '1'}})).then(answer => answer.text())
          """
              .formatted(name, HOT);
      assertThat(page.evaluate(sent).stringValue()).contains(name);
    }
  }

  @Test
  void shouldTakeADroppedFile() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("audit")) {
      page.evaluate(
          """
          (() => {
            const data = new DataTransfer();
            data.items.add(new File([`%s`], 'dmesg.txt'));
            document.querySelector('.drop').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
          })()
          """
              .formatted(HOT));
      page.await("document.querySelector('main').dataset.findings > 0");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** The frame of a report ends where the report does. */
  @Test
  void shouldLeaveNoSpaceBelowAShortReport(@TempDir Path folder)
      throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("audit");
        BrowserPage alone = workbench.open("history")) {
      page.show();
      page.choose("#file", Files.writeString(folder.resolve("dmesg.txt"), HOT));
      page.await("document.querySelector('iframe.report')?.style.height");
      page.evaluate("document.querySelector('iframe.report').scrollIntoView()");
      alone.resize(number(page, "document.querySelector('iframe.report').clientWidth"));
      alone.go(page.evaluate("document.querySelector('iframe.report').src").stringValue());
      alone.show();
      alone.await("document.querySelector('.findings article')");
      int height = number(alone, "Math.ceil(document.body.getBoundingClientRect().height)");
      page.show();
      page.await(
          "document.querySelector('iframe.report').style.height === 'min(82vh, %dpx)'"
              .formatted(height + 2));
      assertThat(page.errors()).isEmpty();
    }
  }

  /** A folder is read with all that is below it, and judged as the command line judges it. */
  @Test
  void shouldTakeADroppedFolder() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("audit")) {
      page.drop(".drop", FOLDER);
      page.await("document.querySelector('main').dataset.findings");
      AuditReport expected = audited(FOLDER);
      assertThat(number(page, "Number(document.querySelector('main').dataset.findings)"))
          .isEqualTo(expected.groups().size());
      assertThat(page.evaluate("document.querySelector('.outcome-line').innerText").stringValue())
          .startsWith(expected.hosts().size() + " hosts");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** A browser gives 100 entries of a folder at a time; a folder without a file is told. */
  @Test
  void shouldReadADroppedFolderToItsEnd(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path full = Files.createDirectories(folder.resolve("many"));
    Files.createDirectories(folder.resolve("empty/below"));
    for (int i = 0; i < 130; i++) {
      Files.writeString(
          Files.createDirectories(full.resolve("node" + i)).resolve("dmesg.txt"), HOT);
    }
    try (BrowserPage page = workbench.open("audit")) {
      page.drop(".drop", folder.resolve("empty"));
      page.await("document.querySelector('main').innerText.includes('there is no file in it')");
      page.drop(".drop", full);
      page.await("document.querySelector('main').dataset.findings");
      assertThat(page.evaluate("document.querySelector('.outcome-line').innerText").stringValue())
          .startsWith("130 hosts");
      assertThat(page.errors()).isEmpty();
    }
  }

  /** A window that gets narrower takes the map with it. */
  @Test
  void shouldFitTheMapIntoANarrowerWindow() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("audit")) {
      page.choose("#folder", FOLDER);
      page.await("document.querySelector('main').dataset.findings");
      page.evaluate(
          "[...document.querySelectorAll('a')].find(each => each.textContent === 'Hosts, worst first').click()");
      page.await("document.querySelector('main').dataset.hosts");
      String map = "document.querySelector('.fleetmap')";
      int wide = number(page, map + ".getBoundingClientRect().right");
      page.resize(700);
      page.await(map + ".getBoundingClientRect().right < 700");
      page.await("document.documentElement.scrollWidth <= 700");
      assertThat(wide).isBetween(1, 1400);
    }
  }

  /** Files of these names; none is an option or another command. */
  @Test
  void shouldNameEachFileInTheCommandLine() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("audit")) {
      assertThat(
              page.evaluate(
                      "import('/page/upload.js').then(upload => upload.asWords('a.tar.gz\\n-rf\\n$(reboot) x\\nit\\'s'))")
                  .stringValue())
          .isEqualTo("a.tar.gz ./-rf '$(reboot) x' 'it'\\''s'");
    }
  }

  /** The longest frame is printed, for bench/RESULTS.md; a loaded machine has longer ones. */
  @Test
  void shouldScrollThroughAThousandHosts() throws IOException, InterruptedException {
    try (BrowserPage page = workbench.open("fleet")) {
      page.evaluate(
          "[...document.querySelectorAll('.drop button')].find(each => each.textContent.startsWith('Example')).click()");
      page.await("document.querySelector('main').dataset.hosts === '1024'");
      assertThat(number(page, "document.querySelectorAll('.fleet [role=row]').length"))
          .as("rows that are made")
          .isBetween(10, 60);
      String scrolled =
          page.evaluate(
                  """
                  new Promise(resolve => {
                    const grid = document.querySelector('.fleet'), frames = [];
                    let last = 0;
                    const step = now => {
                      if (last) frames.push(now - last);
                      last = now;
                      grid.scrollTop += 150;
                      if (grid.scrollTop + grid.clientHeight < grid.scrollHeight - 1) requestAnimationFrame(step);
                      else resolve(`${frames.length} frames, median ${frames.toSorted((a, b) => a - b)[frames.length >> 1].toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms, over 50 ms: ${frames.filter(each => each > 50).length}`);
                    };
                    requestAnimationFrame(step);
                  })
                  """)
              .stringValue();
      System.out.println("scrolling 1,024 hosts: " + scrolled);
      page.await(
          "document.querySelector('.fleet [role=row]:last-child').dataset.at === '1023' || [...document.querySelectorAll('.fleet [role=row]')].some(each => each.dataset.at === '1023')");
      page.evaluate("document.querySelector('.fleet').focus()");
      page.press("End", 35);
      page.await(
          "document.querySelector('.fleet').getAttribute('aria-activedescendant') === 'host-1023'");
      page.press("Home", 36);
      page.await("document.querySelector('#host-0').getAttribute('aria-selected') === 'true'");
      assertThat(page.evaluate("document.querySelector('.detail').innerText").stringValue())
          .contains("error");
      assertThat(page.errors()).isEmpty();
    }
  }

  private static int number(BrowserPage page, String script) {
    return page.evaluate(script).asInt(-1);
  }
}
