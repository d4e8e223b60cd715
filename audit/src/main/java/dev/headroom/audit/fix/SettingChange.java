package dev.headroom.audit.fix;

import java.util.List;

/**
 * Change of a setting on a running host to a new value.
 *
 * @param names what it is of: an interface, a PCI address and a register
 * @param securityCost what the host loses by it; empty if nothing
 */
public record SettingChange(
    HostSetting setting, List<String> names, String value, String securityCost) implements FixStep {
  /**
   * Checks all names and the value.
   *
   * @throws UnsafeValueException if one is not of its grammar
   */
  public SettingChange {
    names = List.copyOf(names);
    setting.check(names, value);
  }

  public static SettingChange of(HostSetting setting, String name, String value) {
    return new SettingChange(setting, List.of(name), value, "");
  }

  @Override
  public String command() {
    return setting.command(names, value);
  }

  @Override
  public String afterReboot() {
    return setting.afterReboot(names, value);
  }

  /** The first of its names says whose it is. */
  @Override
  public Object shape() {
    return List.of(setting, names.subList(1, names.size()), value, securityCost);
  }

  @Override
  public boolean needsRoot() {
    return true;
  }

  @Override
  public Disruption disruption() {
    return setting.disruption();
  }
}
