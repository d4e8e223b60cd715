package dev.headroom.audit.emit;

import dev.headroom.formats.emit.DeviceChange;
import dev.headroom.formats.emit.Emission;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Emissions of one device: one for a switch, one for each NIC and language of a host.
 *
 * @param isPresent whether its present settings are known
 */
public record DeviceEmission(String device, boolean isSwitch, boolean isPresent, List<Part> parts) {
  /**
   * Emission of one part.
   *
   * @param part the network interface; blank for the device as a whole
   * @param known knobs that the part has at its wanted value already, or that this emission writes
   */
  public record Part(String part, EmitLanguage language, Emission emission, Set<String> known) {
    /** Keeps a copy. */
    public Part {
      known = Set.copyOf(known);
    }
  }

  /** Keeps a copy. */
  public DeviceEmission {
    parts = List.copyOf(parts);
  }

  /**
   * What is written, and what no part can be told. A refusal that another language of a host makes
   * good goes; the languages of a switch are alternatives.
   */
  public List<DeviceChange> changes() {
    Set<DeviceChange> all = new LinkedHashSet<>();
    for (Part part : parts) {
      Set<String> elsewhere = new HashSet<>();
      parts.stream()
          .filter(other -> !isSwitch || other.equals(part))
          .filter(other ->
              other.part().equals(part.part()) || other.part().isEmpty() || part.part().isEmpty())
          .forEach(other -> elsewhere.addAll(other.known()));
      part.emission().changes().stream()
          .filter(change -> !change.isRefused() || !elsewhere.contains(change.knob()))
          .filter(change -> !change.isRefused() || !LanguageKnobs.isCompanion(change.knob()))
          .forEach(all::add);
    }
    return List.copyOf(all);
  }

  public List<String> notes() {
    return parts.stream().flatMap(part -> part.emission().notes().stream()).distinct().toList();
  }
}
