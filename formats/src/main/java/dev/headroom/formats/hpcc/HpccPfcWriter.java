package dev.headroom.formats.hpcc;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.model.fabric.Fabric;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a {@code pfc.txt}, one line a PFC frame, in time order. It appears on {@link #commit}. */
public final class HpccPfcWriter implements Closeable {
  private final AtomicWriter out;
  private final Fabric fabric;

  private HpccPfcWriter(AtomicWriter out, Fabric fabric) {
    this.out = out;
    this.fabric = fabric;
  }

  public static HpccPfcWriter open(Path file, Fabric fabric) throws IOException {
    return new HpccPfcWriter(AtomicWriter.open(file), fabric);
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
    write(new HpccPause(atPs / 1_000, node, !fabric.nodes().get(node).isHost(), port, pause));
  }

  public void write(HpccPause frame) throws IOException {
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
