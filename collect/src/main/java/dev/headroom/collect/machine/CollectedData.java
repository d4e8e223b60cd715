package dev.headroom.collect.machine;

import dev.headroom.collect.redact.Anonymizer;
import java.security.SecureRandom;
import java.util.List;
import java.util.NavigableMap;

/**
 * Data collected from a machine.
 *
 * @param host what its bundle is named after
 * @param files bytes by name, without the bundle's own folder
 * @param plan what there was to take
 * @param commandResults commands in the order of the list
 * @param withheld files that are not of the format their redaction knows
 */
public record CollectedData(
    String host,
    NavigableMap<String, byte[]> files,
    CollectionPlan plan,
    List<CommandResult> commandResults,
    List<String> withheld) {

  /** The same with other names, addresses and serial numbers, each the same everywhere. */
  public CollectedData anonymized() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    Anonymizer.Anonymous anonymous = Anonymizer.of(key, host, files);
    return new CollectedData(anonymous.host(), anonymous.files(), plan, commandResults, withheld);
  }

  /** Bytes of all files. */
  public long bytes() {
    return files.values().stream().mapToLong(each -> each.length).sum();
  }
}
