package dev.headroom.model.inference;

/**
 * What each GPU of an instance sends of a prompt, in pieces: some layers each, the last piece with
 * what is left.
 *
 * @param layers of the model
 * @param layersAtOnce of a piece
 * @param bytesOfLayer that a GPU keeps of a layer for one token
 */
public record KeysAndValues(int layers, int layersAtOnce, double bytesOfLayer) {
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
    return Math.round(own * bytesOfLayer * tokens);
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
