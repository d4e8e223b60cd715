package dev.headroom.formats.hpcc;

import dev.headroom.formats.AtomicWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writer of {@code fct.txt}, one line per finished flow, in the given order, which the HPCC
 * simulator makes the order of completion. The file appears on {@link #commit}.
 */
public final class HpccFctWriter implements Closeable {
  private final AtomicWriter out;
  private final HpccPaths paths;

  private HpccFctWriter(AtomicWriter out, HpccPaths paths) {
    this.out = out;
    this.paths = paths;
  }

  public static HpccFctWriter open(Path file, HpccPaths paths) throws IOException {
    return new HpccFctWriter(AtomicWriter.open(file), paths);
  }

  /**
   * Adds a flow; times are cut to nanoseconds.
   *
   * @param source node id of the sender
   * @param destination node id of the receiver
   * @param udpPorts source port in the upper 16 bits, destination port in the lower
   * @param bytes payload
   * @param startPs when it began
   * @param completedPs when the sender had the last ACK
   */
  public void write(
      int source, int destination, int udpPorts, long bytes, long startPs, long completedPs)
      throws IOException {
    write(
        new HpccFct(
            source,
            destination,
            udpPorts >>> 16,
            udpPorts & 0xffff,
            bytes,
            startPs / 1_000,
            completedPs / 1_000 - startPs / 1_000,
            paths.standaloneNs(source, destination, bytes, completedPs / 1_000)));
  }

  public void write(HpccFct flow) throws IOException {
    out.append(flow.line()).append('\n');
  }

  /** Puts the file in its place. */
  public void commit() throws IOException {
    out.commit();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
