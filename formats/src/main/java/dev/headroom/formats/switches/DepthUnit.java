package dev.headroom.formats.switches;

/** Unit in which a switch's configuration writes how full a queue is. */
public enum DepthUnit {
  BYTES("bytes"),
  /** Of the buffer that the queue may use. */
  PERCENT("% of the queue's buffer"),
  /** Of the time that the queue needs to drain. */
  MICROSECONDS("us of queueing delay"),
  /** Buffer cells, whose size depends on the chip. */
  SEGMENTS("segments");

  private final String text;

  DepthUnit(String text) {
    this.text = text;
  }

  /** The unit behind a number in a message. */
  public String text() {
    return text;
  }
}
