package dev.headroom.model.collective;

/** What runs collectives on GPUs: each maker has its own, of which AMD's began as a copy. */
public enum Library {
  NCCL,
  RCCL
}
