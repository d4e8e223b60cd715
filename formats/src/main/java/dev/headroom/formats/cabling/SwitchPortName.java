package dev.headroom.formats.cabling;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a switch port, which tables abbreviate: {@code Et2} is {@code Ethernet2} (EOS), {@code
 * Eth1/17} is {@code Ethernet1/17} (NX-OS), {@code Po7} is {@code port-channel7}, {@code Hu1/0/1}
 * is {@code HundredGigE1/0/1} (IOS). A short word is the beginning of the long one, in any case and
 * with or without its hyphen; the numbers are the same. These are the forms that EOS and NX-OS
 * print in {@code show mac address-table} and {@code show lldp neighbors}, and the pairs that the
 * Ansible, Nornir and NCS tables of abbreviations list.
 *
 * @param word small letters only
 * @param numbers {@code 1/17}, {@code 1/1/1:1}
 */
public record SwitchPortName(String word, String numbers) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z]{2}[A-Za-z-]*) ?(\\d{1,4}(?:[/:.s]\\d{1,4}){0,4})");

  /** None of what no port is called. */
  public static Optional<SwitchPortName> of(String text) {
    Matcher form = FORM.matcher(text.strip());
    return form.matches()
        ? Optional.of(
            new SwitchPortName(
                form.group(1).toLowerCase(Locale.ROOT).replace("-", ""), form.group(2)))
        : Optional.empty();
  }

  /** Whether both may be names of one port of a switch. */
  public static boolean isSame(String one, String other) {
    if (one.strip().equalsIgnoreCase(other.strip())) {
      return true;
    }
    Optional<SwitchPortName> left = of(one);
    return left.isPresent() && of(other).filter(left.get()::fits).isPresent();
  }

  private boolean fits(SwitchPortName other) {
    return numbers.equals(other.numbers)
        && (word.startsWith(other.word) || other.word.startsWith(word));
  }

  /** Of a switch's ports the one that a name means: by its letters, else the only one it fits. */
  public static Optional<String> findPort(Collection<String> ports, String name) {
    if (ports.contains(name)) {
      return Optional.of(name);
    }
    List<String> fit = ports.stream().filter(port -> isSame(port, name)).distinct().toList();
    return fit.size() == 1
        ? Optional.of(fit.getFirst())
        : fit.stream().filter(name.strip()::equalsIgnoreCase).findFirst();
  }
}
