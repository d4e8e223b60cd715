package dev.headroom.model.collective;

/** Collective library for GPUs: NVIDIA's NCCL, and AMD's RCCL, which began as a copy of it. */
public enum CollectiveLibrary {
  NCCL,
  RCCL
}
