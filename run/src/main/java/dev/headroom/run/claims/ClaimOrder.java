package dev.headroom.run.claims;

import java.util.Comparator;

/** Order of claims by article, then line, then letter. */
final class ClaimOrder {
  static final Comparator<Claim> BY_ID =
      Comparator.comparing((Claim claim) -> article(claim.id()))
          .thenComparingInt(claim -> line(claim.id()))
          .thenComparing(Claim::id);

  private ClaimOrder() {}

  static String article(String id) {
    return id.substring(0, 2);
  }

  static int line(String id) {
    return Integer.parseInt(id.substring(3).replaceAll("[a-z]+$", ""));
  }
}
