package dev.headroom.audit.fix;

/**
 * Variable in the environment of jobs, or in {@code /etc/nccl.conf}, which NCCL reads on each host.
 *
 * @param value the new value; empty to take the variable away
 */
public record Variable(String name, String value) implements Step {
  /** Checks both. */
  public Variable {
    Grammar.VARIABLE.checked(name);
    if (!value.isEmpty()) {
      Grammar.VARIABLE_VALUE.checked(value);
    }
  }

  public static Variable unset(String name) {
    return new Variable(name, "");
  }

  @Override
  public String now() {
    return value.isEmpty() ? "unset " + name : "export " + name + "=" + Shell.quote(value);
  }

  @Override
  public String afterReboot() {
    String where =
        name.startsWith("NCCL_") ? "/etc/nccl.conf or the job's script" : "the job's script";
    return value.isEmpty()
        ? "# take " + name + " out of " + where
        : "# put " + name + "=" + value + " into " + where;
  }

  @Override
  public boolean root() {
    return false;
  }

  @Override
  public Disruption disruption() {
    return Disruption.NEW_JOBS;
  }

  @Override
  public String securityCost() {
    return "";
  }
}
