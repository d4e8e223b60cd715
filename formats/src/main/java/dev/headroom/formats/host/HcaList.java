package dev.headroom.formats.host;

import java.util.ArrayList;
import java.util.List;

/**
 * Value of {@code NCCL_IB_HCA}: devices, each with a port after a colon or with all of its ports. A
 * name is what those of devices begin with; a {@code =} before the list makes it the whole name, a
 * {@code ^} (before that) has NCCL use all devices but these (NCCL environment variables, and
 * {@code parseStringList} and {@code matchIfList} of its source). Both signs count at the beginning
 * only.
 *
 * @param excluded whether all but these are meant
 * @param exact whether a name that only begins so is another device
 */
public record HcaList(boolean excluded, boolean exact, List<Entry> entries) {
  /**
   * One device or more.
   *
   * @param name or what names begin with
   * @param port its number, empty for all
   */
  public record Entry(String name, String port) {
    static Entry of(String text) {
      int colon = text.indexOf(':');
      return colon < 0
          ? new Entry(text.strip(), "")
          : new Entry(text.substring(0, colon).strip(), text.substring(colon + 1).strip());
    }

    private boolean isOf(String number) {
      return port.isEmpty() || port.equals(number);
    }
  }

  /** Keeps a copy. */
  public HcaList {
    entries = List.copyOf(entries);
  }

  /** Reads the variable's value; names that are left blank count for nothing, as with NCCL. */
  public static HcaList of(String value) {
    String text = value.strip();
    boolean excluded = text.startsWith("^");
    String names = excluded ? text.substring(1) : text;
    boolean exact = names.startsWith("=");
    List<Entry> entries = new ArrayList<>();
    for (String each : (exact ? names.substring(1) : names).split(",")) {
      Entry entry = Entry.of(each);
      if (!entry.name().isEmpty()) {
        entries.add(entry);
      }
    }
    return new HcaList(excluded, exact, entries);
  }

  /** Whether NCCL may use a port; all of them where nothing is named. */
  public boolean has(String device, String port) {
    boolean named =
        entries.isEmpty()
            || entries.stream().anyMatch(each -> matches(each, device) && each.isOf(port));
    return named != excluded;
  }

  /** Whether a device is one of those that an entry stands for. */
  public boolean matches(Entry entry, String device) {
    return exact ? device.equals(entry.name()) : device.startsWith(entry.name());
  }

  /**
   * Whether it asks for a device by its whole name. What all of them begin with ({@code mlx5}) says
   * of none that anybody wants it.
   */
  public boolean namesExactly(String device) {
    return !excluded && entries.stream().anyMatch(each -> each.name().equals(device));
  }

  /** Whether it asks for a port, or for all ports of its device, by the device's whole name. */
  public boolean namesExactly(String device, String port) {
    return !excluded
        && entries.stream().anyMatch(each -> each.name().equals(device) && each.isOf(port));
  }
}
