package dev.headroom.model.inference;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * KV cache that each GPU of an instance sends for a prompt, in pieces of some layers each; the last
 * piece has the rest.
 *
 * @param layers of the model
 * @param layersAtOnce of a piece
 * @param bytesOfLayer that a GPU keeps of a layer for one token
 * @param pages how that lies in memory; empty where it is in one piece
 */
public record KvCacheLayout(
    int layers, int layersAtOnce, double bytesOfLayer, Optional<Pages> pages) {
  /**
   * Pages of a layer, each of so many tokens, which are sent whole. They lie anywhere, so that each
   * is a work request of its own, but for those that happen to lie side by side.
   *
   * @param tokens of a page
   * @param separateKeysAndValues whether keys lie in one page and values in another
   * @param run pages that lie side by side at both ends, and go as one
   */
  public record Pages(int tokens, boolean separateKeysAndValues, int run) {
    /** Tokens of all pages of a prompt, with those at its end that are not used. */
    long tokens(int prompt) {
      return (long) Math.ceilDiv(prompt, tokens) * tokens;
    }
  }

  /** Those in one piece. */
  public KvCacheLayout(int layers, int layersAtOnce, double bytesOfLayer) {
    this(layers, layersAtOnce, bytesOfLayer, Optional.empty());
  }

  /** Bytes of a work request; empty where a piece is one, or as the transport cuts it. */
  public OptionalLong requestBytes() {
    return pages
        .map(of ->
            OptionalLong.of(
                Math.max(
                    1,
                    Math.round(
                        bytesOfLayer
                            * of.tokens()
                            * of.run()
                            / (of.separateKeysAndValues() ? 2 : 1)))))
        .orElse(OptionalLong.empty());
  }

  /** Pieces of a prompt. */
  public int pieces() {
    return Math.ceilDiv(layers, layersAtOnce);
  }

  /** Layers that are done with a piece and those before it. */
  int layersTo(int piece) {
    return Math.min(layers, (piece + 1) * layersAtOnce);
  }

  /** Bytes of a piece of a prompt of so many tokens. */
  long bytes(int piece, int tokens) {
    int own = layersTo(piece) - piece * layersAtOnce;
    long sent = pages.map(of -> of.tokens(tokens)).orElse((long) tokens);
    return Math.round(own * bytesOfLayer * sent);
  }

  /** Bytes of all pieces of a prompt of so many tokens. */
  public long bytes(int tokens) {
    long sum = 0;
    for (int piece = 0; piece < pieces(); piece++) {
      sum += bytes(piece, tokens);
    }
    return sum;
  }
}
