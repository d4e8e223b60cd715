package dev.headroom.audit.fix;

/** Fix that lets jobs pin all memory they register: {@code RLIMIT_MEMLOCK} without a limit. */
public record UnlimitedMemlock() implements FixStep {
  @Override
  public String command() {
    return "ulimit -l unlimited  # in the job's shell; as root, or up to the hard limit";
  }

  @Override
  public String afterReboot() {
    return "systemctl edit slurmd  # jobs have the limit of the service that starts them (slurmd,"
        + " containerd, docker): [Service] LimitMEMLOCK=infinity, then restart it. Logins: '* -"
        + " memlock unlimited' in /etc/security/limits.d/90-rdma.conf";
  }

  @Override
  public boolean needsRoot() {
    return true;
  }

  @Override
  public Disruption disruption() {
    return Disruption.NEW_JOBS;
  }

  @Override
  public String securityCost() {
    return "any user can then pin all of the host's memory";
  }
}
