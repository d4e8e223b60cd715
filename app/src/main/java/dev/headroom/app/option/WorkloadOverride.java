package dev.headroom.app.option;

/** Workload of {@code --workload TYPE[:SIZE]} as a setting of the scenario. */
final class WorkloadOverride {
  static final String KEY = "workload=";

  private WorkloadOverride() {}

  /** {@code workload={type: all-reduce, size: 1GiB}}. */
  static String of(String workload) {
    int colon = workload.indexOf(':');
    return colon < 0
        ? KEY + "{type: " + workload + "}"
        : (KEY + "{type: %s, size: %s}")
            .formatted(workload.substring(0, colon), workload.substring(colon + 1));
  }

  /** A message about this setting, which names the option that it is from. */
  static String named(String message, String workload) {
    return message.replace("--set " + of(workload) + ":", "--workload " + workload + ":");
  }
}
