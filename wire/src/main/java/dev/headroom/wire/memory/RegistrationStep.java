package dev.headroom.wire.memory;

/** Step of registering memory and using it, in this order. */
public enum RegistrationStep {
  /** Every page is written to once, so that it is there. A job has done that before. */
  FAULT,
  /** Pages are kept where they are. A driver does it as part of {@link #REGISTER}. */
  PIN,
  /**
   * {@code ibv_reg_mr}: with a driver pages are pinned, mapped for DMA and written into the
   * translation table, and keys are made; in software, keys.
   */
  REGISTER,
  /** The device takes data by its key and puts it into other memory. */
  TRANSFER,
  /** {@code ibv_dereg_mr}, and pages that were pinned here are let go. */
  RELEASE
}
