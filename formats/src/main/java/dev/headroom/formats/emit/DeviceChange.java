package dev.headroom.formats.emit;

import java.util.Optional;

/**
 * Change of one setting of a device.
 *
 * @param setting by its name in the device's language; blank if the language has none
 * @param place the object that has it: a profile, a port, a file
 * @param from the device's text before; empty if nothing says
 * @param to the device's text after; blank if refused
 * @param knob name of the simulator's knob
 * @param wanted the knob's wanted value, as scenarios write it
 */
public record DeviceChange(
    String device,
    String setting,
    String place,
    Optional<String> from,
    String to,
    String knob,
    String wanted,
    Exactness exactness) {

  /** A knob that the device cannot be told. */
  public static DeviceChange refused(String device, String knob, String wanted, String reason) {
    return new DeviceChange(
        device, "", "", Optional.empty(), "", knob, wanted, new Exactness.Refused(reason));
  }

  /** The same with another name of the place. */
  public DeviceChange at(String where) {
    return new DeviceChange(device, setting, where, from, to, knob, wanted, exactness);
  }

  public boolean isRefused() {
    return exactness instanceof Exactness.Refused;
  }

  /** Knob, both values, and the setting that carries them, in one line. */
  public String text() {
    boolean isNamed = !place.isEmpty() && !place.equals(PlacedStatement.TOP);
    String name = device + " " + knob + (isNamed ? " of " + place : "");
    return switch (exactness) {
      case Exactness.Refused refused ->
          "%s %s is refused: %s".formatted(name, wanted, refused.reason());
      case Exactness.Rounded rounded ->
          "%s: %s%s; %s %s".formatted(name, before(), to, setting, rounded.text());
      case Exactness.Exact _ -> "%s: %s%s (%s)".formatted(name, before(), to, setting);
    };
  }

  private String before() {
    return from.map(text -> text + " -> ").orElse("");
  }
}
