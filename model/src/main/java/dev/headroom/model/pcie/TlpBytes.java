package dev.headroom.model.pcie;

/**
 * TLP overhead on a link beside the payload, in bytes.
 *
 * <p>Packets: 8 of framing and link layer (generations 1 and 2: start, sequence number, LCRC, end;
 * later ones: a 4-byte token with the sequence number, and the LCRC), then 3 double words of
 * header, 4 for requests with 64-bit addresses. Flits: framing, sequence numbers and CRC are the
 * flit's, and the header alone is left (PCI Express Base Specification 6.0, section 2.2.1.2).
 *
 * @param write a memory write request (MWr)
 * @param read a memory read request (MRd), which has no payload
 * @param completion a completion with data (CplD)
 */
public record TlpBytes(int write, int read, int completion) {
  private static final int WORD = 4;
  private static final int FRAMING = 8;

  /**
   * Of a link.
   *
   * @param wideAddress 64-bit addresses: headers of 4 double words, else of 3
   * @param digest whether each TLP ends in an end-to-end CRC; flits: none
   */
  static TlpBytes of(PcieLinkOverhead accounting, boolean wideAddress, boolean digest) {
    int beside =
        switch (accounting) {
          case PACKETS, SPREAD -> FRAMING + (digest ? WORD : 0);
          case FLITS -> 0;
        };
    int request = beside + (wideAddress ? 4 : 3) * WORD;
    return new TlpBytes(request, request, beside + 3 * WORD);
  }
}
