package dev.headroom.tune.space;

import dev.headroom.formats.setting.KnobQuantity;
import dev.headroom.model.knob.Knob;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Values of a knob with a quantity that the knob and each device accept. A device takes whole per
 * cent, whole KB, powers of two, and so on; where several devices set the knob, a value is one that
 * all of them take. Values are rounded to three significant digits first, so that they are
 * readable.
 */
public final class SettingGrid {
  private static final int DIGITS = 3;

  /** Devices whose steps have no common value soon have none at all. */
  private static final int MOST_ROUNDS = 20;

  private final KnobText text;
  private final List<DeviceValue> devices;
  private final double least;
  private final double most;

  /**
   * The grid of a knob.
   *
   * @param devices settings that set the knob
   * @param least the least amount, in the base unit of the quantity
   * @param most the greatest amount
   */
  SettingGrid(KnobText text, List<DeviceValue> devices, double least, double most) {
    this.text = text;
    this.devices = List.copyOf(devices);
    this.least = least;
    this.most = most;
  }

  /** The same for another range. */
  SettingGrid within(double from, double to) {
    return new SettingGrid(text, devices, from, to);
  }

  public Knob<?> knob() {
    return text.knob();
  }

  double least() {
    return least;
  }

  double most() {
    return most;
  }

  KnobQuantity quantity() {
    return text.quantity();
  }

  /** The amount of a text of the knob, in the base unit; empty if it is none. */
  public OptionalDouble amount(String value) {
    return text.amount(value);
  }

  /** Whether the knob and each device have exactly this value. */
  public boolean accepts(String value) {
    OptionalDouble amount = text.amount(value);
    return amount.isPresent()
        && text.accepts(value)
        && devices.stream()
            .allMatch(device ->
                device.nearest(amount.getAsDouble(), text.quantity()).stream()
                    .anyMatch(near -> text.print(near).equals(text.print(amount.getAsDouble()))));
  }

  /**
   * The accepted value nearest to an amount, within the range.
   *
   * @throws IllegalStateException if the devices have no common value near it
   */
  public String nearest(double amount) {
    return find(amount)
        .orElseThrow(() ->
            new IllegalStateException(
                "%s: the devices have no common value near %s"
                    .formatted(knob().name(), text.print(amount))));
  }

  /** The accepted value nearest to an amount; empty if there is none. */
  Optional<String> find(double amount) {
    double within = Math.clamp(amount, least, most);
    return settle(readable(within)).or(() -> settle(within)).filter(text::accepts);
  }

  private Optional<String> settle(double from) {
    double amount = text.rounded(from);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double before = amount;
      for (DeviceValue device : devices) {
        OptionalDouble near = device.nearest(amount, text.quantity());
        if (near.isEmpty()) {
          return Optional.empty();
        }
        amount = text.rounded(near.getAsDouble());
      }
      if (text.print(amount).equals(text.print(before))) {
        return Optional.of(text.print(amount));
      }
    }
    return Optional.empty();
  }

  /** To three significant digits. */
  static double readable(double amount) {
    if (amount == 0) {
      return 0;
    }
    double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(amount))) - (DIGITS - 1));
    return unit >= 1
        ? Math.rint(amount / unit) * unit
        : Math.rint(amount * Math.rint(1 / unit)) / Math.rint(1 / unit);
  }

  /**
   * Accepted values from the least to the greatest, in order.
   *
   * @param log whether their ratios are about the same, else their distances
   * @param levels at most so many
   */
  public List<String> values(boolean log, int levels) {
    Set<String> values = new LinkedHashSet<>();
    for (int i = 0; i < levels; i++) {
      double share = levels == 1 ? 0 : (double) i / (levels - 1);
      double amount = log ? least * Math.pow(most / least, share) : least + (most - least) * share;
      find(amount).ifPresent(values::add);
    }
    List<String> ordered = new ArrayList<>(values);
    ordered.sort(
        (one, other) -> Double.compare(amount(one).orElseThrow(), amount(other).orElseThrow()));
    return List.copyOf(ordered);
  }
}
