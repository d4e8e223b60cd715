package dev.headroom.prove.sample;

import java.io.IOException;

/** Source of readings of one machine, one after another. */
public interface SampleSource extends AutoCloseable {
  /** What the machine is called. */
  String host();

  /**
   * Reads the machine as it is now.
   *
   * @throws IOException if nothing of it can be read; the message says why
   */
  RawReading read() throws IOException, InterruptedException;

  @Override
  default void close() {}
}
