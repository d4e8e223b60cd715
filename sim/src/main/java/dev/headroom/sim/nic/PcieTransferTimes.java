package dev.headroom.sim.nic;

import dev.headroom.model.pcie.PciePath;
import org.jspecify.annotations.Nullable;

/**
 * Times that a path takes for the transfer of one packet's payload. Almost all packets of a run are
 * of one size, so that it is worked out once, until another size comes or the link is trained anew.
 */
final class PcieTransferTimes {
  private @Nullable PciePath path;
  private long size;
  private long readPs;
  private long writePs;
  private long requestPs;
  private PciePath.Limit readLimit = PciePath.Limit.LINK;
  private PciePath.Limit writeLimit = PciePath.Limit.LINK;

  /** Those of a path and size; good until the next call. */
  @SuppressWarnings("ReferenceEquality") // a link that is trained anew has another path
  PcieTransferTimes of(PciePath wanted, long bytes) {
    if (path != wanted || size != bytes) {
      path = wanted;
      size = bytes;
      readPs = wanted.readPs(bytes);
      writePs = wanted.writePs(bytes);
      requestPs = wanted.requestPs(bytes);
      readLimit = wanted.readLimit(bytes);
      writeLimit = wanted.writeLimit(bytes);
    }
    return this;
  }

  long readPs() {
    return readPs;
  }

  long writePs() {
    return writePs;
  }

  long requestPs() {
    return requestPs;
  }

  PciePath.Limit readLimit() {
    return readLimit;
  }

  PciePath.Limit writeLimit() {
    return writeLimit;
  }
}
