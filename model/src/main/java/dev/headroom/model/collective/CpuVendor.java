package dev.headroom.model.collective;

/** CPU vendor, as far as NCCL's constants distinguish them. */
public enum CpuVendor {
  INTEL,
  AMD,
  ARM
}
