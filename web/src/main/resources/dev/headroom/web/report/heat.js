// Heat maps of links, for fabrics too large to draw link by link. A row is a leaf or a pod, and both axes have names.

/** More rows than these are thinner than their names: then a row is of several leaves or pods. */
const MOST_ROWS = 64;

function heatMaps(fabric, metric, whole) {
  return el('div', {class: 'grid'}, layers(fabric).flatMap(layer =>
    [true, false].map(up => heatMap(fabric, layer, up, metric, whole))));
}

/** Links by the two tiers they join, from the top down; each link from its lower end. */
function layers(fabric) {
  const pods = podOf(fabric);
  const found = new Map();
  for (let link = 0; link < fabric.links.length / 2; link++) {
    const [a, b] = [fabric.links[2 * link], fabric.links[2 * link + 1]];
    const turned = fabric.tiers[a] > fabric.tiers[b] ? 1 : 0;
    const [low, high] = turned ? [b, a] : [a, b];
    const key = fabric.tiers[low] + '-' + fabric.tiers[high];
    if (!found.has(key)) found.set(key, {low, high, switches: new Map()});
    const own = fabric.tiers[low] === 0 ? high : low; // hosts are many: they stand at their switch
    const switches = found.get(key).switches;
    if (!switches.has(own)) switches.set(own, {name: fabric.names[own], pod: pods[own], cells: []});
    switches.get(own).cells.push({link, turned});
  }
  return [...found.entries()].sort().reverse().map(([, layer]) => ({
    names: names(fabric, layer.low, layer.high),
    ...inRows([...layer.switches.values()]),
  }));
}

/** Pods of several switches are rows, their switches beside each other; else switches are. Of too many some share a row. */
function inRows(switches) {
  const pods = new Map();
  for (const each of switches) pods.set(each.pod, [...(pods.get(each.pod) || []), each]);
  const arePods = pods.size > 1 && pods.size < switches.length;
  let rows = arePods ? [...pods.entries()].sort((a, b) => a[0] - b[0]).map(([pod, own]) => ({label: `pod ${pod}`, own}))
    : switches.map(each => ({label: each.name, own: [each]}));
  const together = Math.ceil(rows.length / MOST_ROWS);
  if (together > 1) {
    rows = Array.from({length: Math.ceil(rows.length / together)}, (_, i) => rows.slice(i * together, (i + 1) * together))
      .map(few => ({label: range(few[0].label, few.at(-1).label), own: few.flatMap(row => row.own)}));
  }
  const unit = arePods ? together > 1 ? `${together} pods` : 'pod' : together > 1 ? `${together} switches` : 'switch';
  return {unit, rows: rows.map(row => ({...row, cells: row.own.flatMap(each => each.cells)})), columns: columnNames(rows)};
}

/** From one name to another of the same kind. */
function range(first, last) {
  return first === last ? first : `${first}…${last.replace(/^.*?([0-9]+)$/, '$1')}`;
}

/** Where the switches of a row begin, with their names in the first row; none unless all rows are alike. */
function columnNames(rows) {
  const lengths = row => row.own.map(each => each.cells.length).join();
  if (rows[0].own.length < 2 || rows.slice(0, -1).some(row => lengths(row) !== lengths(rows[0]))) return [];
  let at = 0;
  return rows[0].own.map(({name, cells}) => ({name, from: at, to: at += cells.length}));
}

/** A host stands in the pod of its first switch. */
function podOf(fabric) {
  const pods = [...fabric.groups];
  const placed = new Set();
  for (let i = 0; i < fabric.links.length; i += 2) {
    for (const [host, other] of [[fabric.links[i], fabric.links[i + 1]], [fabric.links[i + 1], fabric.links[i]]]) {
      if (fabric.tiers[host] === 0 && !placed.has(host)) {
        placed.add(host);
        pods[host] = fabric.groups[other];
      }
    }
  }
  return pods;
}

/** What the two ends are called; with their tiers where that is the same. */
function names(fabric, low, high) {
  const [below, above] = [kind(fabric.names[low]), kind(fabric.names[high])];
  return below === above ? [`${below} of tier ${fabric.tiers[low]}`, `${above} of tier ${fabric.tiers[high]}`] : [below, above];
}

function kind(name) {
  return name.replace(/[-_.]?[0-9]+.*$/, '') || name;
}

function heatMap(fabric, layer, up, metric, whole) {
  const at = cell => 2 * cell.link + (cell.turned ^ (up ? 0 : 1));
  const [low, high] = layer.names, ends = up ? `${low} → ${high}` : `${high} → ${low}`;
  const {tell, of} = METRICS[metric];
  const all = layer.rows.flatMap(row => row.cells);
  const mean = cells => cells.reduce((sum, cell) => sum + fabric[metric][at(cell)], 0) / (cells.length || 1);
  const most = all.reduce((a, b) => fabric[metric][at(b)] > fabric[metric][at(a)] ? b : a);
  const fullest = layer.rows.reduce((a, b) => mean(b.cells) > mean(a.cells) ? b : a);
  const told = `${show.count(all.length)} links, mean ${tell(Math.round(mean(all)))}, most ${tell(fabric[metric][at(most)])}`;
  const sentence = `Heat map of the ${of} of ${ends}: ${told}`
    + (fabric[metric][at(most)] ? ` (${linkName(fabric, most.link, most.turned ^ (up ? 0 : 1))}). `
      + `Highest mean of a row: ${fullest.label}, ${tell(Math.round(mean(fullest.cells)))}.` : '.');
  return el('div', {}, el('h3', {}, ends + ' ', el('span', {class: 'why'}, `${told}; a row is a ${layer.unit}`.replace(/a (\d)/, '$1'))),
    sized(width => drawHeat(fabric, layer, {at, metric, whole, up, sentence}, width)));
}

/** The cells as pixels of a picture, which a browser only has to stretch. */
function pixels(layer, columns, {at, metric, whole}, fabric) {
  const canvas = el('canvas', {width: columns, height: layer.rows.length});
  const context = canvas.getContext('2d');
  const image = context.createImageData(columns, layer.rows.length);
  layer.rows.forEach(({cells}, y) => cells.forEach((cell, x) =>
    image.data.set([...heatColour(metric, fabric[metric][at(cell)] / whole), 255], (y * columns + x) * 4)));
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

function drawHeat(fabric, layer, look, width) {
  const columns = layer.rows.reduce((most, row) => Math.max(most, row.cells.length), 1), rows = layer.rows.length;
  const left = Math.min(Math.round(width * .3), Math.max(...layer.rows.map(row => widthOf(row.label))) + 10), right = width - 2;
  const pitch = Math.max(4, Math.min(15, Math.round(320 / rows))), height = rows * pitch;
  const x = linear(0, columns, left, right);
  const every = Math.ceil(13 / pitch);
  const middle = ({from, to}) => x((from + to) / 2);
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': look.sentence},
    svg('image', {href: pixels(layer, columns, look, fabric), x: left, y: 0, width: right - left, height, preserveAspectRatio: 'none', style: 'image-rendering: pixelated'}),
    layer.rows.map((row, i) => i % every === 0 && (i + every <= rows || i === 0 || rows - i >= every)
      && svg('text', {x: left - 6, y: (i + .5) * pitch + 4, 'text-anchor': 'end'}, fitted(row.label, left - 8))),
    layer.columns.length ? [
      layer.columns.slice(1).map(({from}) => svg('line', {class: 'axis', x1: x(from), x2: x(from), y1: 0, y2: height + 4})),
      apart(layer.columns, each => within(middle(each), left, right, each.name), each => each.name)
        .map(each => svg('text', {x: within(middle(each), left, right, each.name), y: height + 15, 'text-anchor': 'middle'}, each.name)),
      svg('text', {x: (left + right) / 2, y: height + 30, 'text-anchor': 'middle'}, rows > 1 ? 'switches of the first row, and so on in each row' : 'switches'),
    ] : below([1, ...ticks(1, columns, Math.max(2, Math.floor(width / 90))).filter(value => value > 1)], value => x(value - .5), height, String, left, right,
      `links of each ${layer.unit}, in order`.replace('each 1', '1')),
    cellMarks(fabric, layer, x, pitch));
  return telling(drawing, event => {
    const box = drawing.getBoundingClientRect(), scale = width / box.width;
    const row = layer.rows[Math.floor((event.clientY - box.top) * scale / pitch)];
    const cell = row && row.cells[Math.floor(x.back((event.clientX - box.left) * scale))];
    return cell ? `${row.label}\n${tellLink(fabric, cell.link, cell.turned ^ (look.up ? 0 : 1))}` : look.sentence;
  });
}

/** A place at which words in the middle do not leave the drawing. */
function within(place, left, right, words) {
  const half = widthOf(words) / 2;
  return Math.min(right - half, Math.max(left + half, place));
}

/** Marks on the cells of links that failed. */
function cellMarks(fabric, layer, x, pitch) {
  const failures = new Map(fabric.failures.filter(failure => failure.link !== undefined).map(failure => [failure.link, failure]));
  return failures.size === 0 ? [] : layer.rows.flatMap((row, y) => row.cells.flatMap((cell, i) => {
    const failure = failures.get(cell.link);
    return failure ? failureMark(failure.kind, isOpen(failure), x(i + .5), (y + .5) * pitch) : [];
  }));
}
