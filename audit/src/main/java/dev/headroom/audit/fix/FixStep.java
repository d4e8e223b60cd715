package dev.headroom.audit.fix;

/** One step of a fix. Commands are for a POSIX shell and hold only values that were checked. */
public sealed interface FixStep
    permits SettingChange, KernelArgument, JobVariable, UnlimitedMemlock, ManualStep {

  /** The command that does it now; empty where only a reboot or a person can. */
  String command();

  /** The command that makes it last, or words after a {@code #}; empty where it lasts by itself. */
  String afterReboot();

  boolean needsRoot();

  Disruption disruption();

  /** Equal for steps that differ in nothing but the part that they are for. */
  default Object shape() {
    return this;
  }

  /** What it takes from the host's security; empty if nothing. */
  String securityCost();
}
