package dev.headroom.formats.setting;

import java.util.function.DoubleUnaryOperator;

/** Unit of a device's setting, with the conversion to the base unit of a knob's quantity. */
public enum SettingUnit {
  BYTES(KnobQuantity.SIZE, 1),
  KILOBYTES(KnobQuantity.SIZE, 1e3),
  MICROSECONDS(KnobQuantity.TIME, 1e6),
  MILLISECONDS(KnobQuantity.TIME, 1e9),
  SECONDS(KnobQuantity.TIME, 1e12),
  MEGABITS_PER_SECOND(KnobQuantity.RATE, 1e6),
  METRES(KnobQuantity.LENGTH, 1e3),
  COUNT(KnobQuantity.NUMBER, 1),
  PERCENT(KnobQuantity.NUMBER, value -> value / 100, knob -> knob * 100),
  /** A share in 1/1024. */
  PARTS_OF_1024(KnobQuantity.NUMBER, value -> value / 1024, knob -> knob * 1024),
  /** The rest of a share, in 1/1024: 1019 stands for 5/1024. */
  KEPT_OF_1024(KnobQuantity.NUMBER, value -> 1 - value / 1024, knob -> (1 - knob) * 1024),
  /** The exponent of a power of two. */
  POWER_OF_TWO(
      KnobQuantity.NUMBER,
      value -> Math.pow(2, value),
      knob -> Math.rint(Math.log(knob) / Math.log(2) * 1e9) / 1e9),
  /** A DSCP for its class by the upper three bits. */
  DSCP(KnobQuantity.NUMBER, value -> Math.floor(value / 8), knob -> knob * 8);

  private final KnobQuantity quantity;

  @SuppressWarnings("ImmutableEnumChecker") // only ever functions without a state
  private final DoubleUnaryOperator toKnob;

  @SuppressWarnings("ImmutableEnumChecker") // only ever functions without a state
  private final DoubleUnaryOperator toDevice;

  SettingUnit(KnobQuantity quantity, double factor) {
    this(quantity, value -> value * factor, knob -> knob / factor);
  }

  SettingUnit(KnobQuantity quantity, DoubleUnaryOperator toKnob, DoubleUnaryOperator toDevice) {
    this.quantity = quantity;
    this.toKnob = toKnob;
    this.toDevice = toDevice;
  }

  /** The quantity of the knob. */
  public KnobQuantity quantity() {
    return quantity;
  }

  /** The amount in the base unit of the knob's quantity. */
  public double toKnob(double value) {
    return toKnob.applyAsDouble(value);
  }

  /** The amount in this unit, not rounded. */
  public double toDevice(double knob) {
    return toDevice.applyAsDouble(knob);
  }
}
