package dev.headroom.app.progress;

import dev.headroom.run.figures.NumberText;
import dev.headroom.wire.explain.CaptureAnalyzer;
import java.util.function.BooleanSupplier;

/** Progress line with the number of frames read from a capture. */
public final class FrameProgressLine implements CaptureAnalyzer.Progress, AutoCloseable {
  private final StatusLine line;
  private final BooleanSupplier stop;

  /**
   * @param stop asked at every report: whether to end
   */
  public FrameProgressLine(StatusLine line, BooleanSupplier stop) {
    this.line = line;
    this.stop = stop;
  }

  @Override
  public boolean frames(long frames) {
    if (line.isDue()) {
      line.show(NumberText.count(frames) + " frames read");
    }
    return !stop.getAsBoolean();
  }

  @Override
  public void close() {
    line.close();
  }
}
