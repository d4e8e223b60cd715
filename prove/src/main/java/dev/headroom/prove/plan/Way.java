package dev.headroom.prove.plan;

import java.util.Locale;

/** Way on which commands reach a host. */
public enum Way {
  /** A process on this machine. */
  LOCAL,
  SSH,
  /** {@code srun --overlap} inside an allocation of Slurm. */
  SRUN,
  /** {@code kubectl exec} into a pod that runs on the host. */
  KUBECTL,
  /** A command of the plan that starts a shell on the host, for all other ways. */
  COMMAND;

  /** Its word in plans. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
