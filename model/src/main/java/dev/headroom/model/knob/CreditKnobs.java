package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SIZE_PER_RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;

import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import java.util.List;

/**
 * The knobs of credit-based flow control, InfiniBand's way to keep a link from sending what its
 * other end has no room for. {@link Knobs} lists them with the rest.
 */
public final class CreditKnobs {
  private CreditKnobs() {}

  public static final Knob<Boolean> CREDITS =
      Knob.of(
              "credits.enabled",
              SWITCH,
              "false",
              "whether links are under credit-based flow control, in the place of PFC")
          .preset("infiniband", "true")
          .from("IBTA volume 1, section 7.9; Ultra Ethernet specification 1.0 has it as an option");
  public static final Knob<List<Integer>> CREDIT_CLASSES =
      Knob.of(
              "credits.classes",
              new ValueType<>(
                  "classes",
                  "3 or 3,4",
                  ClassSchedule::parseClasses,
                  ClassSchedule::printClasses,
                  List.of()),
              "0,1,2,3,4,5,6,7",
              "classes, InfiniBand's virtual lanes, that send on credit only")
          .from("IBTA volume 1: every virtual lane but that of subnet management");
  public static final Knob<PerRate<Size>> CREDIT_BUFFER =
      Knob.derived(
              "credits.buffer",
              SIZE_PER_RATE,
              "what a link at full rate needs: rate times a round trip of it and credits.period, and three"
                  + " packets, at most 128KiB",
              "input buffer of each port for each class, given out in blocks of 64 B")
          .within("64B", "128KiB")
          .from("IBTA volume 1, section 7.9.4: counters of 12 bits grant 2048 blocks at most");
  public static final Knob<Time> CREDIT_PERIOD =
      Knob.of(
              "credits.period",
              TIME,
              "256ns",
              "least time between two grants of a class while the peer has credit for more than half of"
                  + " the buffer; with less it is told at once")
          .within("0ns", "1s")
          .from("Mellanox's simulation model ib_flit_sim, credMinTime");
  public static final Knob<Time> CREDIT_SYNC =
      Knob.derived(
              "credits.syncPeriod",
              TIME,
              "65,536 byte times of one of a link's four lanes",
              "time after which a sender says how much it has sent in a class, so that credits of lost"
                  + " packets come back")
          .within("1ns", "10s")
          .from("IBTA volume 1, section 7.9.4: at least every 65,536 symbol times");
}
