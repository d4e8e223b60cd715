// The ways of one flow's packets, as a run has told them.

/** The document of /api/journeys as objects. */
export function read(found) {
  const packets = found.packets.map(([place, marked, tail, ...rest]) => {
    const hops = [];
    for (let i = 0; i < rest.length; i += 3) hops.push({to: rest[i], left: rest[i + 1], head: rest[i + 2]});
    return {place, marked: marked === 1, tail, hops, length: tail - hops.at(-1).head};
  });
  const target = found.nodes.indexOf(found.flow.to);
  const count = 1 + Math.max(-1, ...packets.map(packet => packet.place));
  return {...found, ...received(packets.filter(packet => packet.hops.at(-1).to === target), count), packets, count, target};
}

/**
 * What the receiver does with packets, by their order: when each came first, when all before it were there, how many came after
 * a later one, and how far they were behind it.
 */
function received(arrived, count) {
  arrived.sort((a, b) => a.tail - b.tail);
  const came = Array(count).fill(Infinity);
  let furthest = -1, late = 0, distance = 0;
  arrived.forEach(packet => {
    packet.isLate = packet.place < furthest;
    if (packet.isLate && came[packet.place] === Infinity) {
      late++;
      distance = Math.max(distance, furthest - packet.place);
    }
    furthest = Math.max(furthest, packet.place);
    came[packet.place] = Math.min(came[packet.place], packet.tail);
  });
  const whole = [];
  came.reduce((latest, ps, place) => whole[place] = Math.max(latest, ps), 0);
  return {arrived, came, whole, late, distance};
}

/** Packets that a receiver takes which drops all but the next one (go-back-N): when each was. */
export function takenInOrder(run) {
  const taken = Array(run.count).fill(Infinity);
  let next = 0;
  for (const packet of run.arrived) {
    if (packet.place === next) taken[next++] = packet.tail;
  }
  return taken;
}
