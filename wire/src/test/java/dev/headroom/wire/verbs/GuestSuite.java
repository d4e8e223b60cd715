package dev.headroom.wire.verbs;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs {@link NativeVerbsTest} where there is no Maven, and ends with 0 if all of it ran and
 * passed.
 */
final class GuestSuite {
  private GuestSuite() {}

  public static void main(String[] arguments) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(NativeVerbsTest.class))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8), 5);
    System.out.println(
        summary.getTestsSucceededCount()
            + " of "
            + summary.getTestsFoundCount()
            + " tests passed in "
            + (summary.getTimeFinished() - summary.getTimeStarted()) / 1000
            + " s");
    boolean all = summary.getTestsSucceededCount() == summary.getTestsFoundCount();
    System.exit(all && summary.getTestsFoundCount() > 0 ? 0 : 1);
  }
}
