package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SIZE_PER_RATE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.CreditFlowControl;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.List;

/**
 * Knobs of credit-based flow control, by which InfiniBand and Ultra Ethernet keep a link's sender
 * within the receiver's buffer. {@link Knobs} lists them with the rest.
 */
public final class CreditKnobs {
  private CreditKnobs() {}

  public static final Knob<Boolean> CREDITS =
      Knob.of(
              "credits.enabled",
              SWITCH,
              "false",
              "credit-based flow control on links instead of PFC")
          .from("IBTA volume 1, section 7.9; Ultra Ethernet specification 1.0, section 5.2");
  public static final Knob<CreditFlowControl> CREDIT_FORM =
      Knob.of(
              "credits.form",
              choice(CreditFlowControl.class),
              "infiniband",
              "credit type: InfiniBand's, with blocks of 64 B and flow control packets; or "
                  + "Ultra Ethernet's CBFC, with credits.unit and control ordered sets of 8 B, "
                  + "which do not wait for a frame")
          .from("IBTA volume 1, section 7.9.4; Ultra Ethernet specification 1.0, section 5.2");
  public static final Knob<Size> CREDIT_UNIT =
      Knob.of("credits.unit", SIZE, "128B", "with CBFC: bytes per credit")
          .within("32B", "2KiB")
          .from("OCP saiport.h, default of the sender")
          .real("SAI_PORT_ATTR_CBFC_SENDER_CREDIT_SIZE");
  public static final Knob<Long> CREDIT_OVERHEAD =
      Knob.of(
              "credits.packetOverhead",
              WHOLE,
              "0",
              "with CBFC: bytes that a packet occupies in the receiver's buffer in addition "
                  + "to its own")
          .within("-16", "127")
          .from("OCP saiport.h")
          .real("SAI_PORT_ATTR_CBFC_SENDER_PACKET_OVERHEAD");
  public static final Knob<Size> CREDIT_SPACING =
      Knob.of(
              "credits.spacing",
              SIZE,
              "6400B",
              "with CBFC: minimum bytes on the wire between two CF_Updates of a port")
          .within("800B", "1MiB")
          .from("OCP saiport.h")
          .real("SAI_PORT_ATTR_CBFC_CF_MIN_SPACING");
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
              "classes, or InfiniBand virtual lanes, that send on credit only")
          .from("IBTA volume 1: every virtual lane except that of subnet management");
  public static final Knob<PerRateValue<Size>> CREDIT_BUFFER =
      Knob.derived(
              "credits.buffer",
              SIZE_PER_RATE,
              "the requirement of a link at full rate: the rate times its round trip plus "
                  + "credits.period (with CBFC credits.spacing), and three packets; InfiniBand: at "
                  + "most 128KiB",
              "input buffer per port and class, granted in blocks of 64 B or credits.unit")
          .within("64B", "16MiB")
          .from(
              "IBTA volume 1, section 7.9.4: 12-bit counters grant at most 2048 blocks; CBFC "
                  + "counters have 20 bits")
          .real("SAI_VIRTUAL_CHANNEL_ATTR_CBFC_RECEIVER_NATIVE_CREDIT_LIMIT");
  public static final Knob<PerRateValue<Size>> CREDIT_POOL =
      Knob.derived(
              "credits.pool",
              SIZE_PER_RATE,
              "a separate credits.buffer for each class",
              "with CBFC: input buffer of each port shared by its classes, instead of one "
                  + "credits.buffer per class; the sender distributes it")
          .within("64B", "64MiB")
          .from("OCP's SAI proposal on CBFC, 2026: Credit Pool")
          .real("SAI_PORT_ATTR_CBFC_SENDER_CREDIT_LIMIT");
  public static final Knob<Size> CREDIT_RESERVED =
      Knob.derived(
              "credits.reserved",
              SIZE,
              "the largest packet",
              "part of credits.pool reserved for each class; the rest is shared")
          .within("64B", "64MiB")
          .from("OCP's SAI proposal on CBFC, 2026: Credit Profile")
          .real("SAI_CBFC_CREDIT_PROFILE_ATTR_RESERVED_CREDIT_SIZE");
  public static final Knob<Size> CREDIT_SHARED_LIMIT =
      Knob.derived(
              "credits.sharedLimit",
              SIZE,
              "none",
              "maximum that one class can use of the shared part of credits.pool")
          .within("0B", "64MiB")
          .from("OCP's SAI proposal on CBFC, 2026: threshold mode STATIC, or with 0B NONE")
          .real("SAI_CBFC_CREDIT_PROFILE_ATTR_SHARED_STATIC_TH");
  public static final Knob<Double> CREDIT_SHARED_ALPHA =
      Knob.derived(
              "credits.sharedAlpha",
              NUMBER,
              "none",
              "maximum that one class can use of the shared part of credits.pool, as a "
                  + "multiple of its free bytes; the SAI setting is a power of two")
          .within("0.001", "128")
          .from("OCP's SAI proposal on CBFC, 2026: threshold mode DYNAMIC, 2^n")
          .real("SAI_CBFC_CREDIT_PROFILE_ATTR_SHARED_DYNAMIC_TH");
  public static final Knob<Time> CREDIT_PERIOD =
      Knob.of(
              "credits.period",
              TIME,
              "256ns",
              "minimum time between two grants of a class while the peer has credit for more "
                  + "than half of the buffer; with less credit, a grant is sent at once")
          .within("0ns", "1s")
          .from("Mellanox's simulation model ib_flit_sim, credMinTime");
  public static final Knob<Time> CREDIT_SYNC =
      Knob.derived(
              "credits.syncPeriod",
              TIME,
              "65,536 byte times of one of the link's four lanes; with CBFC 256us",
              "interval at which a sender reports the bytes it has sent, so that credits of "
                  + "lost packets return")
          .within("1ns", "10s")
          .from("IBTA volume 1, section 7.9.4: at least every 65,536 symbol times; OCP saiport.h")
          .real("SAI_PORT_ATTR_CBFC_CC_MESSAGE_TIMER");
}
