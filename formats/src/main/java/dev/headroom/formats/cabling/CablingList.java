package dev.headroom.formats.cabling;

import dev.headroom.formats.cabling.Claim.HostEnd;
import dev.headroom.formats.cabling.Claim.SwitchEnd;
import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A list of links that somebody wrote: lines {@code host,nic,switch,port}. */
public final class CablingList {
  private CablingList() {}

  /**
   * Reads a list. A heading, blank lines and lines that begin with {@code #} do not count.
   *
   * @param source what the list is called
   * @throws IllegalArgumentException naming the line that is none
   */
  public static List<Claim> read(Source source, List<String> lines) {
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      String[] cells = line.split("\\s*,\\s*", -1);
      if (line.isEmpty() || line.startsWith("#") || heading(cells)) {
        continue;
      }
      if (cells.length != 4 || List.of(cells).contains("")) {
        throw new IllegalArgumentException(
            source
                + ":"
                + (i + 1)
                + ": '"
                + line
                + "' is no link; right would be host,nic,switch,port");
      }
      claims.add(
          new Claim(
              new HostEnd(cells[0], cells[1]),
              new SwitchEnd(cells[2], cells[3]),
              Proof.LIST,
              new Evidence(source, i + 1, lines.get(i))));
    }
    return claims;
  }

  private static boolean heading(String[] cells) {
    return cells.length == 4
        && cells[0].toLowerCase(Locale.ROOT).equals("host")
        && cells[2].toLowerCase(Locale.ROOT).equals("switch");
  }
}
