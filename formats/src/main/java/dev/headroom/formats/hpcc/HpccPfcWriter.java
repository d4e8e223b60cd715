package dev.headroom.formats.hpcc;

import dev.headroom.formats.AtomicWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writer of {@code pfc.txt}, one line per PFC frame, in time order. It appears on {@link #commit}.
 */
public final class HpccPfcWriter implements Closeable {
  private final AtomicWriter out;
  private final HpccWiring wiring;

  private HpccPfcWriter(AtomicWriter out, HpccWiring wiring) {
    this.out = out;
    this.wiring = wiring;
  }

  public static HpccPfcWriter open(Path file, HpccWiring wiring) throws IOException {
    return new HpccPfcWriter(AtomicWriter.open(file), wiring);
  }

  /**
   * Adds a frame.
   *
   * @param atPs when its last bit arrived
   * @param node the node that received it
   * @param port its port, from 0
   * @param pause else resume
   */
  public void write(long atPs, int node, int port, boolean pause) throws IOException {
    boolean isSwitch = !wiring.fabric().nodes().get(node).isHost();
    int there = wiring.interfaceOf(node, port) - 1;
    write(new HpccPfcEvent(atPs / 1_000, node, isSwitch, there, pause));
  }

  public void write(HpccPfcEvent frame) throws IOException {
    out.append(frame.line()).append('\n');
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
