package dev.headroom.bench.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A process that runs test classes in the order given, those of {@code mvn verify}, and ends with 1
 * as soon as one test fails, or takes longer than any does without a change.
 */
final class TestRun {
  /** Without a change the longest takes a sixth of it. */
  private static final long LONGEST_TEST_SECONDS = 60;

  private final Set<String> ended = ConcurrentHashMap.newKeySet();
  private final Timer timer = new Timer(true);

  private TestRun() {}

  /**
   * Runs them.
   *
   * @param classes names with packages, or of methods
   */
  public static void main(String[] classes) {
    new TestRun().run(classes);
    Runtime.getRuntime().halt(0);
  }

  private void run(String[] classes) {
    for (String name : classes) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(name.contains("#") ? selectMethod(name) : selectClass(name))
                  .filters(TagFilter.excludeTags("fuzz", "mutation"))
                  .build(),
              new Watch());
    }
  }

  private static void notice(TestIdentifier test, String how) {
    String at = test.getUniqueIdObject().getSegments().get(1).getValue();
    System.out.println("noticed by " + at + ", " + test.getDisplayName() + how);
    Runtime.getRuntime().halt(1);
  }

  /** What ends the process. */
  private final class Watch implements TestExecutionListener {
    @Override
    public void executionStarted(TestIdentifier test) {
      if (test.isTest()) {
        TimerTask tooLong =
            new TimerTask() {
              @Override
              public void run() {
                if (!ended.contains(test.getUniqueId())) {
                  notice(test, ", which does not end");
                }
              }
            };
        timer.schedule(tooLong, TimeUnit.SECONDS.toMillis(LONGEST_TEST_SECONDS));
      }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      ended.add(test.getUniqueId());
      if (result.getStatus() == TestExecutionResult.Status.FAILED) {
        notice(test, "");
      }
    }
  }
}
