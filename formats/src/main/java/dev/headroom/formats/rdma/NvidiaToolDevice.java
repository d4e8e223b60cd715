package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.Optional;
import java.util.regex.Pattern;

/** Device of a mlxlink or mlxconfig output, by the tool's argument {@code -d}. */
final class NvidiaToolDevice {
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]");

  /**
   * What no RDMA device is called: a file of mst or its name, a LID, an interface, a path of any
   * other kind.
   */
  private static final Pattern OTHER =
      Pattern.compile("(?:/|mt\\d|lid-|net-|en[opsx]\\w*\\d|eth\\d|.*[/:]).*");

  /** What an RDMA device is called by its driver or by udev, where only a file's name says so. */
  private static final Pattern LIKELY = Pattern.compile("(?:mlx\\d?_|roce|ib)\\w*\\d\\w*");

  /** Nobody says of which NIC an output is. */
  private static final Subject UNNAMED = new Subject(SubjectKind.ITEM, "unnamed NIC");

  private NvidiaToolDevice() {}

  /** By the name that the tool was given. */
  static Subject device(String name) {
    String plain = name.strip();
    if (ADDRESS.matcher(plain).matches()) {
      return Subject.pci(plain);
    }
    return OTHER.matcher(plain).matches()
        ? new Subject(SubjectKind.ITEM, plain)
        : Subject.rdma(plain);
  }

  /**
   * By the command, else by the name of the file.
   *
   * @param given behind {@code -d}
   * @param guessed from other words of the command, or from the file's name
   */
  static Subject device(Optional<String> given, Optional<String> guessed) {
    return given
        .map(NvidiaToolDevice::device)
        .or(() -> guessed.filter(name -> LIKELY.matcher(name).matches()).map(Subject::rdma))
        .orElse(UNNAMED);
  }
}
