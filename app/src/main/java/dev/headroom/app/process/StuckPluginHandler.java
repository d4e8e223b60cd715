package dev.headroom.app.process;

import dev.headroom.app.plugin.EndlessLoopDetector;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Handler of a plugin that does not return: it prints a warning and ends the process if the plugin
 * never returns. A thread cannot be stopped from outside, so the results are lost. From when it was
 * said on Ctrl-C does not wait for the run.
 */
public final class StuckPluginHandler implements EndlessLoopDetector.Alarm {
  private final PrintWriter err;
  private @Nullable Thread hook;

  /**
   * @param err where it is said
   */
  public StuckPluginHandler(PrintWriter err) {
    this.err = err;
  }

  @Override
  public synchronized void found(String what) {
    say(what);
    if (hook == null) {
      Thread atOnce = new Thread(InterruptHandler::finished, "interrupt, stuck");
      hook = atOnce;
      try {
        Runtime.getRuntime().addShutdownHook(atOnce);
      } catch (IllegalStateException e) {
        atOnce.start(); // somebody has asked for the end already
      }
    }
  }

  @Override
  public void givenUp(String what) {
    say(what);
    Runtime.getRuntime().halt(ExitCodes.COULD_NOT_RUN);
  }

  @Override
  public synchronized void loopEnded() {
    Thread own = hook;
    if (own != null) {
      try {
        Runtime.getRuntime().removeShutdownHook(own);
      } catch (IllegalStateException e) {
        own.setName("interrupt, done"); // it ends the process as it is
      }
    }
  }

  private void say(String what) {
    err.println("headroom: " + what);
    err.flush();
  }
}
