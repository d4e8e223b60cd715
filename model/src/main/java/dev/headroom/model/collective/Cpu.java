package dev.headroom.model.collective;

/** CPU vendor, as far as NCCL's constants distinguish them. */
public enum Cpu {
  INTEL,
  AMD,
  ARM
}
