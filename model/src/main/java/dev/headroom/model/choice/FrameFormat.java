package dev.headroom.model.choice;

import dev.headroom.unit.Keyword;

/** Frame format: the bytes on the wire around the payload. */
public enum FrameFormat implements Keyword {
  /** RoCE over UDP and IP on Ethernet: IBTA annex A17. */
  ROCEV2,
  /** RoCE on Ethernet, without IP and UDP: IBTA annex A16. */
  ROCEV1,
  /** InfiniBand within a subnet: IBTA volume 1. */
  INFINIBAND,
  /** What Alibaba's HPCC simulator has; its sequence numbers count bytes. */
  HPCC_NS3,
  /** What UEC's htsim has for RoCE. */
  HTSIM,
  /** Ultra Ethernet's transport: specification 1.0. */
  UET,
  /** AWS's SRD, as far as it is known. */
  SRD,
  /** Falcon, and RDMA over it: specifications 0.9. */
  FALCON,
  /** Flits of CXL: specification 3.0. */
  CXL;

  /** Whether the path MTU is one of the five that the InfiniBand architecture has. */
  public boolean isOfIbta() {
    return this == ROCEV2 || this == ROCEV1 || this == INFINIBAND;
  }

  @Override
  public String toString() {
    return word();
  }
}
