package dev.headroom.wire.perftest;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;

/**
 * Control channel between the two sides of a test, beside its traffic. Both know how long each
 * message is.
 *
 * <p>Perftest has two ways: TCP, and with {@code -R} an RDMA connection, over which keys have
 * another form and the queue pairs of the test are joined by the connection manager.
 */
sealed interface PerfChannel permits TcpPerfChannel, CmPerfChannel {
  /** Who is at the other end. */
  InetAddress peer();

  void write(byte[] message) throws IOException, InterruptedException;

  /** Reads a message of so many bytes. */
  byte[] read(int bytes) throws IOException, InterruptedException;

  /** How long the other side may take for its next message. */
  void setTimeout(Duration patience) throws IOException;

  /** What a side says of a queue pair, in the form for this line. */
  byte[] form(PerfQpInfo keys);

  /** What the other side has said of a queue pair. */
  PerfQpInfo keys(byte[] message) throws IOException;

  /** Says goodbye, where that takes more than the last meeting. */
  void part() throws IOException, InterruptedException;
}
