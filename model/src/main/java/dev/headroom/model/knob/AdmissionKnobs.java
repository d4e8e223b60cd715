package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.unit.Size;

/** The knobs of admission by receivers: {@code congestion.admission}. */
public final class AdmissionKnobs {
  private AdmissionKnobs() {}

  public static final Knob<Long> CHANNELS =
      Knob.of(
              "congestion.admission.channels",
              WHOLE,
              "1",
              "channels that a receiver has for a queue pair")
          .within("1", "1024")
          .from("Gangidi et al., SIGCOMM 2024; NCCL")
          .real("NCCL_MAX_NCHANNELS");
  public static final Knob<Long> SLOTS =
      Knob.of("congestion.admission.slots", WHOLE, "8", "slots of a channel's buffer")
          .within("1", "1024")
          .from("NCCL_STEPS of NCCL: 8");
  public static final Knob<Size> SLOT =
      Knob.of(
              "congestion.admission.slotSize",
              SIZE,
              "512KiB",
              "bytes of a slot, which is granted whole and again when all of it has come")
          .within("1B", "1GiB")
          .from("an eighth of NCCL's default buffer of 4 MiB")
          .real("NCCL_BUFFSIZE, divided by the slots");
}
