package dev.headroom.audit.fix;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.host.HostFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * Edits of a host's facts that a fix would cause. The model of the host is made of its facts, so
 * this is what a fix does to the model; and the host can be judged anew.
 *
 * @param edits what would read otherwise; empty where the fix is no setting
 */
public record FactEdits(List<Edit> edits) {
  public static final FactEdits NONE = new FactEdits(List.of());

  /** Keeps a copy. */
  public FactEdits {
    edits = List.copyOf(edits);
  }

  /**
   * One value.
   *
   * @param addIfAbsent whether it is said once fixed even where nobody says it now
   */
  public record Edit(Subject subject, String key, String value, boolean addIfAbsent) {
    private boolean concerns(Fact fact) {
      return fact.subject().equals(subject) && fact.key().equals(key);
    }
  }

  public boolean isEmpty() {
    return edits.isEmpty();
  }

  /** Both: that of another finding comes on top. */
  public FactEdits plus(FactEdits other) {
    List<Edit> both = new ArrayList<>(edits);
    both.addAll(other.edits);
    return new FactEdits(both);
  }

  /** The host as it would be. */
  public HostFacts applyTo(HostFacts host) {
    FactSet fixed = new FactSet(host.facts().all().stream().map(this::edited).toList());
    for (Edit edit : edits) {
      if (edit.addIfAbsent() && fixed.first(edit.subject(), edit.key()).isEmpty()) {
        Evidence none = new Evidence(FactSource.of("the fix"), 0, "");
        fixed.add(new Fact(edit.subject(), edit.key(), edit.value(), none));
      }
    }
    return host.with(fixed, host.readings());
  }

  /** The last edit of a value wins. */
  private Fact edited(Fact fact) {
    Fact result = fact;
    for (Edit edit : edits) {
      if (edit.concerns(fact)) {
        result = new Fact(fact.subject(), fact.key(), edit.value(), fact.evidence());
      }
    }
    return result;
  }
}
