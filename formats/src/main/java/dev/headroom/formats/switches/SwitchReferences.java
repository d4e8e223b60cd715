package dev.headroom.formats.switches;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Named settings of a switch and their uses, independent of the vendor's language. */
public record SwitchReferences(
    List<SettingDefinition> definitions, List<SettingReference> references) {
  /** Of a configuration without named settings. */
  public static final SwitchReferences NONE = new SwitchReferences(List.of(), List.of());

  public SwitchReferences {
    definitions = List.copyOf(definitions);
    references = List.copyOf(references);
  }

  private record Key(SettingKind kind, String name) {}

  /** Uses of names, without those that a switch has without a definition. */
  public List<SettingReference> checkable() {
    return references.stream().filter(use -> !use.kind().isBuiltIn(use.name())).toList();
  }

  /** Whether a definition of the name of this use was read. */
  public boolean isDefined(SettingReference use) {
    return definedKeys().contains(new Key(use.kind(), use.name()));
  }

  /** Uses of which no definition was read. */
  public List<SettingReference> undefined() {
    Set<Key> defined = definedKeys();
    return checkable().stream()
        .filter(use -> !defined.contains(new Key(use.kind(), use.name())))
        .toList();
  }

  private Set<Key> definedKeys() {
    Set<Key> defined = new HashSet<>();
    definitions.forEach(each -> defined.add(new Key(each.kind(), each.name())));
    return defined;
  }

  /** Definitions that matter only in use. */
  public List<SettingDefinition> needed() {
    return definitions.stream().filter(each -> !each.kind().mayBeSpare()).toList();
  }

  /** Definitions of which no use was read, of those that matter only in use. */
  public List<SettingDefinition> unused() {
    Set<Key> used = new HashSet<>();
    references.forEach(each -> used.add(new Key(each.kind(), each.name())));
    return needed().stream()
        .filter(each -> !used.contains(new Key(each.kind(), each.name())))
        .toList();
  }

  /** Whether another definition of this kind is in use. */
  public boolean isAnotherUsed(SettingKind kind) {
    Set<Key> defined = definedKeys();
    return references.stream()
        .anyMatch(
            use -> use.kind().equals(kind) && defined.contains(new Key(use.kind(), use.name())));
  }
}
