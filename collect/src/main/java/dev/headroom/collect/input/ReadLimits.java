package dev.headroom.collect.input;

/**
 * Limits on how much input is read, far above the needs of real files.
 *
 * @param entries most files in one archive or folder; a large host's bundle has 20,000
 * @param sourceBytes most bytes of one source
 * @param archiveBytes most bytes of one archive, unpacked
 * @param folderBytes most bytes of what lies loose in one folder; a host's tree has some MB
 * @param lineBytes most bytes between two line ends
 * @param headerBytes most bytes of names and attributes between two files of an archive
 * @param depth archives within one another: 1 is an archive, 2 one archive in it
 */
public record ReadLimits(
    int entries,
    long sourceBytes,
    long archiveBytes,
    long folderBytes,
    long lineBytes,
    long headerBytes,
    int depth) {
  /** The limits that commands use. */
  public static final ReadLimits STANDARD =
      new ReadLimits(200_000, 256L << 20, 4L << 30, 16L << 30, 8L << 20, 1L << 20, 2);
}
