package dev.headroom.model.storage;

/**
 * Requests of clients to storage servers. Each client has requests of one size, a number of them in
 * flight at once (slots), to each server in turn.
 *
 * @param clients hosts that ask, by rank
 * @param targets hosts that answer, by rank
 * @param protocol how they speak
 * @param writes whether clients write; else they read
 * @param blockBytes of a request
 * @param requests of each client
 * @param depth requests of a client that are under way at once
 */
public record StorageRequests(
    int[] clients,
    int[] targets,
    StorageProtocol protocol,
    boolean writes,
    long blockBytes,
    int requests,
    int depth) {

  /** Slots of all clients. */
  public int slots() {
    return clients.length * depth;
  }

  /** Requests that a slot takes: one of so many slots of its client. */
  int ofSlot(int slot) {
    int own = slot % depth;
    return requests / depth + (own < requests % depth ? 1 : 0);
  }

  /** Where among the targets a slot's k-th request goes; slots begin at different ones. */
  int targetOf(int slot, int k) {
    return Math.floorMod(slot + k, targets.length);
  }

  /** How many of a slot's requests before the k-th went to the target of that. */
  int before(int k) {
    return k / targets.length;
  }

  /** How many of a slot's requests go to a target. */
  int ofTarget(int slot, int target) {
    int first = Math.floorMod(target - slot, targets.length);
    int all = ofSlot(slot);
    return all <= first ? 0 : (all - first - 1) / targets.length + 1;
  }
}
