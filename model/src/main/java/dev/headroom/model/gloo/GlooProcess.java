package dev.headroom.model.gloo;

import dev.headroom.model.script.ProcessScript;

/**
 * Process with the operations of Gloo's source. Its newer collectives send from buffers that are
 * not set aside: {@code UnboundBuffer::send} waits for the peer's {@code NOTIFY_RECV_READY}. The
 * older ones write to the peer at once, and tell each other by a {@code sendNotificationBuf_} when
 * a buffer may be written again.
 */
final class GlooProcess {
  private final ProcessScript script = new ProcessScript();
  private final double psPerByte;

  GlooProcess(double psPerByte) {
    this.psPerByte = psPerByte;
  }

  ProcessScript script() {
    return script;
  }

  /** {@code UnboundBuffer::recv}. */
  void expect(int from) {
    script.expect(from);
  }

  /** {@code UnboundBuffer::send}. */
  void send(int to, long bytes) {
    script.send(to, bytes);
  }

  /** {@code Buffer::send}. */
  void put(int to, long bytes) {
    script.put(to, bytes);
  }

  /** {@code waitRecv}. */
  void await(int from) {
    script.await(from);
  }

  void notify(int peer) {
    script.notify(peer);
  }

  void awaitNotice(int from) {
    script.awaitNotice(from);
  }

  /** Adds so many bytes to as many: reads both, writes one. */
  void reduce(long bytes) {
    script.work(Math.round(bytes * psPerByte));
  }

  /** Reads so many bytes and writes them: two thirds of the traffic of reducing. */
  void copy(long bytes) {
    script.work(Math.round(bytes * psPerByte * 2 / 3));
  }
}
