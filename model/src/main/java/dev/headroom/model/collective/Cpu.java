package dev.headroom.model.collective;

/** A make of CPU, as far as NCCL's constants tell them apart. */
public enum Cpu {
  INTEL,
  AMD,
  ARM
}
