package dev.headroom.model.storage;

import dev.headroom.unit.Keyword;

/**
 * Storage protocol between hosts and storage servers, with its bytes on a connection beside the
 * data.
 *
 * <p>A read is a command and the data with its completion. A write is a command, leave to send (an
 * RDMA READ of the server, or an R2T), the data, and the completion; a PUT of HTTP needs no leave.
 *
 * <p>Sizes: NVMe's submission queue entry is 64 B, its completion 16 B; NVMe/TCP puts 8 B before
 * either, and its data and R2T PDUs have headers of 24 B (Linux, include/linux/nvme-tcp.h). Heads
 * of signed S3 requests and their answers are taken as 700 and 400 B, which is an assumption.
 */
public enum StorageProtocol implements Keyword {
  NVME_RDMA(64, 0, 16, true),
  NVME_TCP(72, 24, 24, true),
  OBJECT_RDMA(700, 0, 400, true),
  OBJECT_TCP(700, 0, 400, false);

  private static final int READY = 24;

  private final int command;
  private final int dataHeader;
  private final int completion;
  private final boolean asks;

  StorageProtocol(int command, int dataHeader, int completion, boolean asks) {
    this.command = command;
    this.dataHeader = dataHeader;
    this.completion = completion;
    this.asks = asks;
  }

  /** Whether it is spoken over TCP alone. */
  public boolean isOfTcp() {
    return this == NVME_TCP || this == OBJECT_TCP;
  }

  public int commandBytes() {
    return command;
  }

  /** What goes before data. */
  public int dataHeaderBytes() {
    return dataHeader;
  }

  public int completionBytes() {
    return completion;
  }

  /** Leave to send; with RDMA a READ, whose request is as long as no message. */
  public int readyBytes() {
    return this == NVME_TCP ? READY : 0;
  }

  /** Whether a server asks for the data of a write, and does not get it with the command. */
  public boolean requestsWriteData() {
    return asks;
  }

  @Override
  public String toString() {
    return word();
  }
}
