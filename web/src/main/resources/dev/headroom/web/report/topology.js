// The fabric: drawn as nodes and links while that can be read, as heat maps of its links above that.

/** Load has the same scale on every page: all of the line rate. A pause or a queue is small beside that, and has its own. */
const METRICS = {
  busy: {label: 'load', tell: value => show.percent(value), whole: () => 1000, of: 'load',
    key: 'share of time for which a link was busy'},
  paused: {label: 'paused', tell: value => show.percent(value), whole: max => Math.max(max, 10), of: 'time paused',
    key: 'share of time for which a link was paused'},
  queue: {label: 'deepest queue', tell: value => show.size(value), whole: max => Math.max(max, 1), of: 'deepest queue',
    key: 'deepest queue before a link'},
};

/** What the picture shows at first: what the sentence at the top is about. */
function firstMetric(data) {
  return {pauses: 'paused', 'lossless-drops': 'queue'}[data.headline.kind]
    || (data.headline.kind === 'unfinished' && data.pauses.rows.length ? 'paused' : 'busy');
}

let chosenMetric = null;

function topologySection(data) {
  const fabric = data.topology;
  const small = fabric.names.length <= 260 && fabric.links.length / 2 <= 700;
  const holder = el('div');
  const legend = el('span');
  const buttons = Object.entries(METRICS).map(([name, metric]) =>
    el('button', {type: 'button', 'data-metric': name, onclick: () => draw(chosenMetric = name)}, metric.label));

  function draw(name) {
    const most = fabric[name].reduce((a, b) => Math.max(a, b), 0);
    const whole = METRICS[name].whole(most);
    buttons.forEach(button => button.setAttribute('aria-pressed', button.dataset.metric === name));
    legend.replaceChildren(rampKey(name, METRICS[name].key, '0', METRICS[name].tell(whole)));
    holder.replaceChildren(small ? roomy(sized(width => diagram(fabric, name, whole, width))) : heatMaps(fabric, name, whole));
    fit();
  }

  draw(chosenMetric || firstMetric(data));
  return section('Fabric', small
    ? 'Each link is two lines, one per direction: traffic is on the right side in its direction. Hot links are drawn on top.'
    : 'One cell per link, with host links at the bottom; upward traffic is on the left, downward traffic on the right.',
    el('div', {class: 'row spread'}, el('div', {class: 'row'}, buttons), legend),
    fabric.failures.length ? el('div', {class: 'row'}, failureKeys(fabric)) : null, holder);
}

/** From whom to whom a link's direction goes. */
function linkName(fabric, link, back) {
  return `${fabric.names[fabric.links[2 * link + back]]} → ${fabric.names[fabric.links[2 * link + 1 - back]]}`;
}

/** What a link's direction did, in words. */
function tellLink(fabric, link, back) {
  const at = 2 * link + back;
  return `${linkName(fabric, link, back)}  (${fabric.gbps[link]} Gb/s)\n`
    + `busy ${show.percent(fabric.busy[at])}, paused ${show.percent(fabric.paused[at])}\n`
    + `deepest queue ${show.size(fabric.queue[at])}, drops ${show.count(fabric.drops[at])}`
    + tellFailures(fabric, 'link', link);
}

/** The fabric in a place of some width; wider than that, to be scrolled, where nodes would touch. */
function diagram(fabric, metric, whole, room) {
  const width = Math.max(room, Math.min(1180, 9 * widest(fabric)));
  const tiers = [...new Set(fabric.tiers)].sort((a, b) => b - a);
  const gap = tiers.length > 3 ? 120 : 150;
  const height = (tiers.length - 1) * gap + 44;
  const at = places(fabric, tiers, width, gap);
  const lines = [];
  for (let link = 0; link < fabric.links.length / 2; link++) {
    for (const back of [0, 1]) lines.push({link, back, value: fabric[metric][2 * link + back] / whole});
  }
  lines.sort((a, b) => a.value - b.value);
  return svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': fabricWords(fabric, metric), style: width > room && `min-width:${width}px`},
    lines.map(({link, back, value}) => {
      const from = at[fabric.links[2 * link + back]], to = at[fabric.links[2 * link + 1 - back]];
      const drawn = svg('path', {d: wire(from, to), fill: 'none',
        stroke: heat(metric, value), 'stroke-width': 1.3 + 1.7 * Math.min(1, value), 'stroke-linecap': 'round'});
      drawn.addEventListener('mouseenter', () => drawn.setAttribute('stroke-width', 5));
      drawn.addEventListener('mouseleave', () => drawn.setAttribute('stroke-width', 1.3 + 1.7 * Math.min(1, value)));
      return telling(drawn, () => tellLink(fabric, link, back));
    }),
    linkFailures(fabric, at),
    fabric.names.map((name, node) => drawNode(fabric, node, at[node])));
}

/** What the drawing shows, for whoever does not see it. */
function fabricWords(fabric, metric) {
  const hosts = fabric.tiers.filter(tier => tier === 0).length, values = fabric[metric], {of, tell} = METRICS[metric];
  const most = values.reduce((best, value, i) => value > values[best] ? i : best, 0);
  return `Fabric of ${show.count(hosts)} hosts and ${show.count(fabric.names.length - hosts)} switches, colored by ${of}`
    + (values[most] ? `; the most is ${tell(values[most])}, ${linkName(fabric, most >> 1, most & 1)}.` : '; it is 0 everywhere.');
}

/** From one node to another, keeping to the right; in an arc over what lies between two of the same tier. */
function wire(from, to) {
  if (from.y === to.y) {
    const aside = from.x < to.x ? 1.6 : -1.6;
    const rise = arc(from, to);
    return rise === 0 ? `M${from.x} ${from.y + aside}H${to.x}`
      : `M${from.x} ${from.y + aside}Q${(from.x + to.x) / 2} ${from.y + aside + 2 * rise} ${to.x} ${to.y + aside}`;
  }
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [-(to.y - from.y) / length * 1.6, (to.x - from.x) / length * 1.6];
  return `M${from.x + dx} ${from.y + dy}L${to.x + dx} ${to.y + dy}`;
}

/** How far the arc between two nodes of the same tier leaves their row; 0 for neighbours. */
function arc(from, to) {
  const rise = Math.min(90, Math.abs(to.x - from.x) * .22 - 30);
  return rise < 8 ? 0 : rise;
}

function drawNode(fabric, node, {x, y, room}) {
  const isHost = fabric.tiers[node] === 0;
  const name = fabric.names[node];
  const half = isHost ? Math.min(5, room / 2.6) : Math.min(34, room / 2.3);
  const fits = !isHost && name.length * 6.2 < 2 * half + 6;
  const short = isHost && !areNumbered(fabric) ? name : name.replace(/^.*?([0-9]+)$/, '$1');
  const label = fits ? name : (isHost ? isNumbered(fabric, short, room) : short.length * 6.2 < 2 * half + 2 && room > 13) ? short : '';
  return telling(svg('g', {},
    svg('rect', {x: x - half, y: y - (isHost ? half : 11), width: 2 * half, height: isHost ? 2 * half : 22, rx: isHost ? 2 : 5,
      fill: isHost ? 'var(--soft)' : 'var(--card)', stroke: 'var(--soft)', 'stroke-width': 1.2}),
    fabric.failures.filter(failure => failure.node === node)
      .map(failure => failureFrame(failure.kind, x, y, half, isHost ? half : 11)),
    label && svg('text', {x, y: isHost ? y + half + 12 : y + 4, 'text-anchor': 'middle', class: isHost ? '' : 'strong'}, label)),
    () => name + tellFailures(fabric, 'node', node));
}

/** Whether hosts differ by their numbers alone, as host-0 and host-1 do, and gpu-0 and storage-0 do not. */
function areNumbered(fabric) {
  fabric.numbered ??= new Set(fabric.names.filter((_, node) => fabric.tiers[node] === 0)
    .map(name => name.replace(/[0-9]+/g, ''))).size <= 1;
  return fabric.numbered;
}

/** Whether a host's number is written: where not all have room, every second, fourth or eighth. */
function isNumbered(fabric, number, room) {
  const wide = Math.max(number.length, String(fabric.names.length - 1).length) * 6.2 + 5;
  const every = 2 ** Math.max(0, Math.ceil(Math.log2(wide / room)));
  return every <= 8 && (every === 1 || Number(number) % every === 0);
}

/** How many nodes the fullest tier has. */
function widest(fabric) {
  const counts = new Map();
  fabric.tiers.forEach(tier => counts.set(tier, (counts.get(tier) || 0) + 1));
  return Math.max(...counts.values());
}

/** Where each node stands: rows by tier, hosts below their first switch, switches above the middle of what they serve. */
function places(fabric, tiers, width, gap) {
  const at = [];
  const below = fabric.names.map(() => []);
  for (let i = 0; i < fabric.links.length; i += 2) {
    const [a, b] = [fabric.links[i], fabric.links[i + 1]];
    if (fabric.tiers[a] < fabric.tiers[b]) below[b].push(a);
    if (fabric.tiers[b] < fabric.tiers[a]) below[a].push(b);
  }
  [...tiers].reverse().forEach((tier, row) => {
    const nodes = fabric.names.map((_, i) => i).filter(i => fabric.tiers[i] === tier);
    const mean = i => below[i].length ? below[i].reduce((sum, n) => sum + (at[n] ? at[n].x : 0), 0) / below[i].length : 0;
    const middles = new Map(nodes.map(i => [i, mean(i)]));
    const spread = new Set([...middles.values()].map(Math.round)).size === nodes.length && nodes.length > 1;
    if (spread) nodes.sort((a, b) => middles.get(a) - middles.get(b));
    const room = (width - 20) / nodes.length;
    nodes.forEach((node, i) => {
      at[node] = {x: 10 + room * (i + .5), y: 16 + (tiers.length - 1 - row) * gap, room};
    });
  });
  return at;
}

/** With a line below for what saves it: hosts stand in the corner of this one. */
function roomy(place) {
  place.classList.add('roomy');
  return place;
}
