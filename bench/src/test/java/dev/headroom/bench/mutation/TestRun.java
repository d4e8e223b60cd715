package dev.headroom.bench.mutation;

import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A process that runs test classes, and ends with 1 as soon as one test fails. */
final class TestRun {
  private TestRun() {}

  /**
   * Runs them.
   *
   * @param classes names with packages
   */
  public static void main(String[] classes) {
    List<DiscoverySelector> selectors =
        Arrays.stream(classes).<DiscoverySelector>map(DiscoverySelectors::selectClass).toList();
    TestExecutionListener listener =
        new TestExecutionListener() {
          @Override
          public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
              System.out.println("noticed by " + test.getDisplayName() + " " + test.getUniqueId());
              Runtime.getRuntime().halt(1);
            }
          }
        };
    LauncherFactory.create()
        .execute(LauncherDiscoveryRequestBuilder.request().selectors(selectors).build(), listener);
    Runtime.getRuntime().halt(0);
  }
}
