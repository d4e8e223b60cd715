package dev.headroom.audit.fix;

import java.util.regex.Pattern;

/**
 * Syntax that a value must have before it may stand in a command. None begins with a hyphen, so
 * none can turn into an option.
 */
public enum CommandValueSyntax {
  /** Linux takes up to 15 bytes (IFNAMSIZ); of these we let pass what real names are made of. */
  INTERFACE("an interface name", "(?!\\.{1,2}$)[A-Za-z0-9_][A-Za-z0-9_.:-]{0,14}"),
  /** Domain, bus, device, function, as sysfs names them. */
  PCI_ADDRESS("a PCI address", "[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\\.[0-7]"),
  RDMA_DEVICE("an RDMA device name", "[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}"),
  SYSCTL_KEY("a sysctl key", "[a-z0-9_]+([./][A-Za-z0-9_-]+)+"),
  SYSCTL_VALUE("a sysctl value", "[A-Za-z0-9_]([A-Za-z0-9_ \\t.-]*[A-Za-z0-9_])?"),
  UNIT("a systemd service", "[a-z][a-z0-9_-]{0,54}\\.service"),
  MODULE("a kernel module name", "[a-z0-9_][a-z0-9_-]{0,54}"),
  KERNEL_ARGUMENT("a kernel argument", "[a-z][a-z0-9_.]*(=[A-Za-z0-9_,.:-]+)?"),
  VARIABLE("the name of a variable", "[A-Z][A-Z0-9_]{0,63}"),
  VARIABLE_VALUE("the value of a variable", "[A-Za-z0-9_^=][A-Za-z0-9_^=,.:/-]{0,511}"),
  NUMBER("a number", "[0-9]{1,19}"),
  HEX("a hexadecimal number", "[0-9a-f]{1,16}"),
  /** {@code setpci}'s name of a capability and an offset in it, as wide as its suffix says. */
  PCI_REGISTER("a PCI capability register", "E?CAP_[A-Z]{2,5}\\+[0-9a-f]{1,2}\\.[bwl]"),
  CPU_LIST("a list of CPUs", "[0-9]{1,5}(-[0-9]{1,5})?(,[0-9]{1,5}(-[0-9]{1,5})?)*"),
  /** {@code 0,0,0,1,0,0,0,0}: one bit for each of eight priorities. */
  PRIORITY_BITS("eight bits of priorities", "[01](,[01]){7}"),
  WORD("a word", "[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}"),
  /** {@code Ethernet0}, {@code swp1s0}, {@code 1/1}. */
  SWITCH_PORT("a switch port name", "[A-Za-z0-9][A-Za-z0-9/_.:-]{0,40}"),
  /** A file of sysfs or procfs, with no way up. */
  KERNEL_FILE("a file of sysfs or procfs", "/(sys|proc)(/(?!\\.{1,2}(/|$))[A-Za-z0-9_.:-]+)+");

  private final String words;
  private final Pattern pattern;

  CommandValueSyntax(String words, String pattern) {
    this.words = words;
    this.pattern = Pattern.compile(pattern);
  }

  /** With an article: {@code an interface name}. */
  public String words() {
    return words;
  }

  public boolean fits(String value) {
    return pattern.matcher(value).matches();
  }

  /**
   * The value itself.
   *
   * @throws UnsafeValueException if it is not of this grammar
   */
  public String checked(String value) {
    if (!fits(value)) {
      throw new UnsafeValueException(this, value);
    }
    return value;
  }
}
