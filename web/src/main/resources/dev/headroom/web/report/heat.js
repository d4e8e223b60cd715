// Heat maps of links, for fabrics too large to draw link by link.

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
    if (!found.has(key)) found.set(key, {low, high, rows: new Map()});
    const rows = found.get(key).rows;
    if (!rows.has(pods[low])) rows.set(pods[low], []);
    rows.get(pods[low]).push({link, turned});
  }
  return [...found.entries()].sort().reverse().map(([, layer]) => ({
    names: names(fabric, layer.low, layer.high),
    rows: fold([...layer.rows.entries()].sort((a, b) => a[0] - b[0]).map(([, links]) => links)),
  }));
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

/** A single long row or very many short ones are cut anew into a readable shape. */
function fold(rows) {
  const total = rows.reduce((sum, row) => sum + row.length, 0);
  if (rows.length > 1 && rows.length <= 96 && rows.length * 4 <= total) return rows;
  const all = rows.flat(), length = Math.max(1, Math.ceil(Math.sqrt(total * 8)));
  return Array.from({length: Math.ceil(total / length)}, (_, i) => all.slice(i * length, (i + 1) * length));
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
  const columns = layer.rows.reduce((most, row) => Math.max(most, row.length), 1);
  const canvas = el('canvas', {width: columns, height: layer.rows.length});
  const context = canvas.getContext('2d');
  const image = context.createImageData(columns, layer.rows.length);
  let sum = 0, most = 0, count = 0;
  layer.rows.forEach((row, y) => row.forEach((cell, x) => {
    const value = fabric[metric][2 * cell.link + (cell.turned ^ (up ? 0 : 1))];
    sum += value;
    most = Math.max(most, value);
    count++;
    image.data.set([...heatColour(value / whole), 255], (y * columns + x) * 4);
  }));
  context.putImageData(image, 0, 0);
  canvas.style.height = Math.max(30, Math.min(150, layer.rows.length * 11)) + 'px';
  telling(canvas, event => {
    const box = canvas.getBoundingClientRect();
    const y = Math.min(layer.rows.length - 1, Math.max(0, Math.floor((event.clientY - box.top) / box.height * layer.rows.length)));
    const x = Math.min(columns - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * columns)));
    const cell = layer.rows[y][x];
    return cell ? tellLink(fabric, cell.link, cell.turned ^ (up ? 0 : 1)) : '';
  });
  const tell = METRICS[metric].tell;
  const [low, high] = layer.names;
  return el('div', {}, el('h3', {}, up ? `${low} → ${high} ` : `${high} → ${low} `,
    el('span', {class: 'why'}, `${show.count(count)} links, mean ${tell(Math.round(sum / count))}, most ${tell(most)}`)),
    el('div', {class: 'marked'}, canvas, cellMarks(fabric, layer, columns)));
}

/** Marks on the cells of links that failed. */
function cellMarks(fabric, layer, columns) {
  const failures = new Map(fabric.failures.filter(failure => failure.link !== undefined).map(failure => [failure.link, failure]));
  return failures.size === 0 ? [] : layer.rows.flatMap((row, y) => row.flatMap((cell, x) => {
    const failure = failures.get(cell.link);
    return failure ? svg('svg', {viewBox: '0 0 16 16', style: `left:${(x + .5) / columns * 100}%;top:${(y + .5) / layer.rows.length * 100}%`},
      failureMark(failure.kind, isOpen(failure), 8, 8)) : [];
  }));
}
