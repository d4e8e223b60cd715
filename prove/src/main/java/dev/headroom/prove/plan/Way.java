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
  KUBECTL;

  /** Its word in plans. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
