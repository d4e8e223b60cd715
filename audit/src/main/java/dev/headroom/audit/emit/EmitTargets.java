package dev.headroom.audit.emit;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Devices and languages of a plan.
 *
 * @param languages to write; empty for those that each device is found with
 * @param devices names of devices, exactly; empty for all
 */
public record EmitTargets(List<EmitLanguage> languages, Set<String> devices) {
  /** Every device in the languages that it is found with. */
  public static final EmitTargets ALL = new EmitTargets(List.of(), Set.of());

  /** Keeps copies. */
  public EmitTargets {
    languages = List.copyOf(languages);
    devices = Collections.unmodifiableSet(new LinkedHashSet<>(devices));
  }

  /** These languages on all devices. */
  public static EmitTargets of(List<EmitLanguage> languages) {
    return new EmitTargets(languages, Set.of());
  }

  boolean has(String device) {
    return devices.isEmpty() || devices.contains(device);
  }
}
