package dev.headroom.model.collective;

/** The worst that a path between two devices goes over, best first, as NCCL's log names it. */
public enum PathClass {
  LOC,
  NVL,
  NVB,
  C2C,
  PIX,
  PXB,
  P2C,
  PXN,
  PHB,
  SYS
}
