// Queue depth and rate over time: the ports that stand out one by one, all ports as percentiles.

function seriesSection(data) {
  const series = data.series;
  if (!series.points) {
    return section('Over time', 'No samples: run with --probe 10us for queues and rates over time.');
  }
  return section('Over time',
    `In steps of ${show.time(series.stepPs)}. The ports below were paused longest, had the deepest queues or were busiest; `
      + `percentiles include all ${show.count(series.sampled)} ports.`,
    el('div', {class: 'row'}, lineKey('var(--queue)', 'queue'), lineKey('var(--rate)', 'rate, of line rate'),
      lineKey('var(--pause)', 'paused'), data.topology.failures.length ? el('span', {class: 'key'}, 'dotted: a failure or a recovery') : null),
    el('div', {class: 'grid'}, allPorts(series), hostsTogether(series), series.ports.map(port => portChart(series, port))));
}

const CHART = {height: 120, left: 56, beside: 40};

/** @param content of places along the axes: x of a point, y of a value, the right end */
function frame(series, width, most, showValue, content, label) {
  const {height, left} = CHART, right = width - CHART.beside;
  const x = linear(series.fromPs, series.fromPs + series.points * series.stepPs, left, right);
  const y = linear(0, most || 1, height, 6);
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${height + 20}`, role: 'img', 'aria-label': label},
    timeAxis(x, height, right, left),
    failureLines(x, x.back(left), x.back(right), height),
    levels(ticks(0, most || 1, 4), y, left, right, showValue),
    content(i => x(series.fromPs + (i + 1) * series.stepPs), y, right));
  return {drawing, x, width};
}

/** Tells the values of the sample under the pointer. */
function tellingAt(series, {drawing, x, width}, text) {
  return telling(drawing, event => {
    const box = drawing.getBoundingClientRect();
    const time = x.back((event.clientX - box.left) / box.width * width);
    const i = Math.min(series.points - 1, Math.max(0, Math.round((time - series.fromPs) / series.stepPs) - 1));
    return `at ${show.time(series.fromPs + (i + 1) * series.stepPs)}\n` + text(i);
  });
}

function portChart(series, port) {
  return el('div', {}, el('h3', {}, port.name + ' ', el('span', {class: 'why'}, port.why)), sized(width => drawPort(series, port, width)));
}

function drawPort(series, port, width) {
  const most = port.queue.reduce((a, b) => Math.max(a, b), 1000);
  const paused = new Set(port.paused);
  const drawn = frame(series, width, most, show.size, (x, y, right) => {
    const line = port.queue.map((value, i) => [x(i), y(value)]);
    const rate = linear(0, 1000, CHART.height, 6);
    return [
      runs(port.paused).map(([from, to]) => svg('rect', {x: x(from - 1), width: x(to) - x(from - 1), y: 6, height: CHART.height - 6, fill: 'var(--shade)'})),
      svg('path', {d: path([[line[0][0], y(0)], ...line, [line[line.length - 1][0], y(0)]]) + 'Z', fill: 'var(--queue)', opacity: .18}),
      svg('path', {d: path(line), fill: 'none', stroke: 'var(--queue)', 'stroke-width': 1.4}),
      svg('path', {d: path(port.rate.map((value, i) => [x(i), rate(Math.min(1000, value))])), fill: 'none', stroke: 'var(--rate)', 'stroke-width': 1.4}),
      ['0 %', '100 %'].map((text, i) => svg('text', {x: right + 4, y: i ? 12 : CHART.height}, text)),
    ];
  }, `Queue and rate of ${port.name} over time: the queue is ${show.size(Math.max(...port.queue))} at its deepest; paused in ${port.paused.length} of ${port.queue.length} samples.`);
  return tellingAt(series, drawn, i => `queue ${show.size(port.queue[i])}\nrate ${show.rate(port.rate[i] * port.rateBps / 1000)}`
    + (paused.has(i) ? '\npaused' : ''));
}

/** Positions in a row, as [first, last]. */
function runs(positions) {
  const found = [];
  for (const position of positions) {
    const last = found[found.length - 1];
    if (last && last[1] === position - 1) last[1] = position;
    else found.push([position, position]);
  }
  return found;
}

/** Dashes beside the colours of percentiles. */
const BAND_DASHES = {p99: '6 3', p90: '2 3'};

function allPorts(series) {
  const bands = series.bands;
  const colours = {max: 'var(--faint)', p99: 'var(--p99)', p90: 'var(--p95)', p50: 'var(--p50)'};
  const most = bands.max.reduce((a, b) => Math.max(a, b), 1000);
  return el('div', {}, el('h3', {}, 'queues of all ports ', Object.entries(colours).map(([name, colour]) =>
    el('span', {class: 'key'}, ' ', swatch(colour, BAND_DASHES[name]), name))),
  sized(width => {
    const drawn = frame(series, width, most, show.size, (x, y) => Object.entries(colours).map(([name, colour]) =>
      svg('path', {d: path(bands[name].map((value, i) => [x(i), y(value)])), fill: 'none', stroke: colour, 'stroke-dasharray': BAND_DASHES[name], 'stroke-width': 1.6})),
      `Queues of all ports over time: the deepest has ${show.size(most)}; the highest p99 is ${show.size(Math.max(...bands.p99))}, the highest median ${show.size(Math.max(...bands.p50))}.`);
    return tellingAt(series, drawn, i => Object.keys(colours).map(name => `${name} ${show.size(bands[name][i])}`).join('\n'));
  }));
}

function hostsTogether(series) {
  const most = series.sentBps.reduce((a, b) => Math.max(a, b), 1);
  return el('div', {}, el('h3', {}, 'total send rate of all hosts'), sized(width => {
    const drawn = frame(series, width, most, show.rate, (x, y) =>
      svg('path', {d: path(series.sentBps.map((value, i) => [x(i), y(value)])), fill: 'none', stroke: 'var(--rate)', 'stroke-width': 1.8}), `Total send rate of all hosts over time: at most ${show.rate(most)}, at the end ${show.rate(series.sentBps.at(-1))}.`);
    return tellingAt(series, drawn, i => show.rate(series.sentBps[i]));
  }));
}
