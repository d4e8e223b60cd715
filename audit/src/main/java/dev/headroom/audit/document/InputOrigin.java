package dev.headroom.audit.document;

import dev.headroom.audit.RuleInfo;
import java.util.Arrays;
import java.util.Set;

/** Places that the inputs of rules come from, told by the groups of the rules. */
public enum InputOrigin {
  HOST("outputs of hosts", Set.of()),
  JOB("a job's log and environment", Set.of("nccl", "job", "nvshmem")),
  SWITCH("switches", Set.of("switch")),
  FABRIC("the InfiniBand fabric", Set.of("fabric")),
  FLEET("several hosts", Set.of("fleet")),
  CONTAINER("pods and containers", Set.of("container"));

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // only ever sets that nobody can change
  private final Set<String> groups;

  InputOrigin(String words, Set<String> groups) {
    this.words = words;
    this.groups = groups;
  }

  /** The name in a sentence. */
  public String words() {
    return words;
  }

  /** The place that most inputs of a rule come from. */
  public static InputOrigin of(RuleInfo rule) {
    return Arrays.stream(values())
        .filter(each -> each.groups.contains(rule.group()))
        .findFirst()
        .orElse(HOST);
  }
}
