package dev.headroom.model.collective;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * NCCL protocol: the way in which a receiver learns that data has arrived (device.h, init.cc of
 * NCCL 2.30.7).
 *
 * <p>Each connection has a buffer in eight slots. LL sends a flag with every four bytes, LL128 one
 * of eight with every 120, Simple none but waits for a fence.
 */
public enum NcclProtocol {
  LL("ll", "LL", 2, 1, 512 << 10),
  LL128("ll128", "LL128", 16, 15, 4800 << 10),
  SIMPLE("simple", "Simple", 1, 1, 4 << 20);

  private final String word;
  private final String ncclName;
  private final int sent;
  private final int data;
  private final int bufferBytes;

  NcclProtocol(String word, String ncclName, int sent, int data, int bufferBytes) {
    this.word = word;
    this.ncclName = ncclName;
    this.sent = sent;
    this.data = data;
    this.bufferBytes = bufferBytes;
  }

  /** As commands and files name it. */
  public String word() {
    return word;
  }

  /** As {@code NCCL_PROTO} and NCCL's log name it. */
  public String ncclName() {
    return ncclName;
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(NcclProtocol::word).toList();
  }

  public static Optional<NcclProtocol> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Bytes sent for this much data, flags with it; rounded up to whole lines of the protocol. */
  public long sentBytes(long dataBytes) {
    return switch (this) {
      case SIMPLE -> dataBytes;
      case LL -> (dataBytes + 7) / 8 * 16;
      case LL128 -> (dataBytes + 119) / 120 * 128;
    };
  }

  /** Bytes of the buffers that each channel of a connection has, of all protocols together. */
  public static long channelBytes() {
    return Arrays.stream(values()).mapToLong(each -> 8 * each.sentBytes(each.slotBytes())).sum();
  }

  /** Data that fits one of the eight slots of a connection's buffer. */
  public int slotBytes() {
    return (int) ((long) bufferBytes / 8 * data / sent);
  }
}
