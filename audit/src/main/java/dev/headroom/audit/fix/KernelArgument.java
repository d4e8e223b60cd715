package dev.headroom.audit.fix;

import dev.headroom.model.text.ShellQuoting;

/**
 * Change of the kernel command line, which takes effect at a reboot.
 *
 * @param argument {@code iommu=pt}
 * @param securityCost what the host loses by it; empty if nothing
 */
public record KernelArgument(String argument, String securityCost) implements FixStep {
  /** Checks the argument. */
  public KernelArgument {
    CommandValueSyntax.KERNEL_ARGUMENT.checked(argument);
  }

  @Override
  public String command() {
    return "";
  }

  @Override
  public String afterReboot() {
    return "grubby --update-kernel=ALL --args="
        + ShellQuoting.quote(argument)
        + "  # Debian and Ubuntu: GRUB_CMDLINE_LINUX in /etc/default/grub, then update-grub";
  }

  @Override
  public boolean needsRoot() {
    return true;
  }

  @Override
  public Disruption disruption() {
    return Disruption.REBOOT;
  }
}
