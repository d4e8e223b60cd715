package dev.headroom.model.collective;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Class of a path between two devices by its slowest part, best first, as NCCL's log names it. */
public enum PathClass {
  LOC,
  NVL,
  NVB,
  C2C,
  PIX,
  PXB,
  P2C,
  PXN,
  PHB,
  SYS;

  /** What the numbers stand for by which levels were told before they had names. */
  private static final List<PathClass> BY_NUMBER = List.of(LOC, PIX, PXB, PHB, SYS);

  private static final Pattern NUMBER = Pattern.compile("(0[xX][0-9a-fA-F]{1,7}|[0-9]{1,9}).*");

  /**
   * The level that {@code NCCL_NET_GDR_LEVEL} or {@code NCCL_P2P_LEVEL} names, as NCCL reads it
   * ({@code ncclGetLevel} of src/graph/paths.cc, 2.30.7): a name in capitals, or a number, of which
   * 4 and all above are SYS. Empty for anything else, with which NCCL does as without the variable.
   */
  public static Optional<PathClass> ofLevel(String text) {
    Optional<PathClass> named =
        Arrays.stream(values()).filter(each -> each.name().equals(text)).findFirst();
    Matcher number = NUMBER.matcher(text);
    if (named.isPresent() || !number.matches()) {
      return named;
    }
    int level = Integer.decode(decimal(number.group(1)));
    return Optional.of(BY_NUMBER.get(Math.min(level, BY_NUMBER.size() - 1)));
  }

  /** With a 0 before it a number is octal to C; of one digit that is no difference. */
  private static String decimal(String number) {
    boolean isHex = number.startsWith("0x") || number.startsWith("0X");
    return isHex ? number : number.replaceFirst("^0+(?=[0-9])", "");
  }
}
