package dev.headroom.audit.fix;

import java.util.List;
import java.util.stream.Stream;

/** Fix that lets jobs pin all memory they register: {@code RLIMIT_MEMLOCK} without a limit. */
public record UnlimitedMemlock() implements FixStep {
  /** The services that start jobs and containers, which no file of limits.d reaches. */
  private static final List<String> SERVICES =
      List.of("slurmd.service", "containerd.service", "crio.service", "docker.service");

  @Override
  public String command() {
    return "ulimit -l unlimited  # in the job's shell; as root, or up to the hard limit";
  }

  /** Services first: what they start does not pass through a login session. */
  List<SettingChange> changes() {
    return Stream.concat(
            SERVICES.stream()
                .map(unit -> SettingChange.of(HostSetting.UNIT_MEMLOCK, unit, "infinity")),
            Stream.of(SettingChange.of(HostSetting.LIMITS_MEMLOCK, "all-users", "unlimited")))
        .toList();
  }

  @Override
  public String afterReboot() {
    return "for unit in "
        + String.join(" ", SERVICES)
        + "; do systemctl cat $unit >/dev/null 2>&1 || continue; "
        + "mkdir -p /etc/systemd/system/$unit.d; printf '%s\\n' '[Service]'"
        + " 'LimitMEMLOCK=infinity' > /etc/systemd/system/$unit.d/90-headroom-memlock.conf; done; "
        + "systemctl daemon-reload; printf '%s\\n' '* soft memlock unlimited'"
        + " '* hard memlock unlimited' > /etc/security/limits.d/90-headroom-memlock.conf"
        + "  # then restart these services, when no job runs; in Slurm, slurm.conf needs"
        + " PropagateResourceLimitsExcept=MEMLOCK";
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
