package dev.headroom.audit.fix;

import dev.headroom.model.text.ShellQuoting;

/**
 * Variable in the environment of jobs, or in {@code /etc/nccl.conf}, which NCCL reads on each host.
 *
 * @param value the new value; empty to take the variable away
 */
public record JobVariable(String name, String value) implements FixStep {
  /** Checks both. */
  public JobVariable {
    CommandValueSyntax.VARIABLE.checked(name);
    if (!value.isEmpty()) {
      CommandValueSyntax.VARIABLE_VALUE.checked(value);
    }
  }

  public static JobVariable unset(String name) {
    return new JobVariable(name, "");
  }

  @Override
  public String command() {
    return value.isEmpty() ? "unset " + name : "export " + name + "=" + ShellQuoting.quote(value);
  }

  @Override
  public String afterReboot() {
    String where =
        name.startsWith("NCCL_") ? "/etc/nccl.conf or the job's script" : "the job's script";
    return value.isEmpty()
        ? "# remove " + name + " from " + where
        : "# add " + name + "=" + value + " to " + where;
  }

  @Override
  public boolean needsRoot() {
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
