package dev.headroom.web.browser;

import dev.headroom.web.job.RunLimits;
import dev.headroom.web.server.ServerSettings;
import dev.headroom.web.server.TestServer;
import java.io.IOException;
import java.time.Duration;

/** A server of the workbench and a browser, for the tests of a class. */
record OpenWorkbench(DevTools browser, TestServer server) implements AutoCloseable {
  /**
   * Starts both; the test is skipped where there is no browser.
   *
   * @param longest how long a run may take
   */
  static OpenWorkbench start(Duration longest) throws IOException, InterruptedException {
    DevTools browser = DevTools.start();
    return new OpenWorkbench(
        browser,
        TestServer.start(new RunLimits(1, 4, longest, 1e9, 10), ServerSettings.Timeouts.DEFAULT));
  }

  /** A page in a wide, light window. */
  BrowserPage open(String page) throws IOException, InterruptedException {
    return open(page, 1400, false);
  }

  /** A page, once it is there. */
  BrowserPage open(String page, int width, boolean dark) throws IOException, InterruptedException {
    BrowserPage opened = browser.newPage(width, dark);
    opened.go(server.server().addressWithToken());
    opened.await("document.querySelector('main').dataset.page");
    opened.evaluate( // or what is awaited below would be true of the page before
        "if (location.hash !== '#/%s') document.querySelector('main').dataset.page = ''"
            .formatted(page));
    opened.go(server.origin() + "/#/" + page);
    opened.await(
        "document.querySelector('main').dataset.page === '%s'"
            .formatted(page.replaceFirst("\\?.*", "")));
    return opened;
  }

  @Override
  public void close() {
    browser.close();
    server.close();
  }
}
