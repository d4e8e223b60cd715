// Slowdown by flow size: percentile bands over single flows, or a cumulative curve where all flows have a few sizes.

function sizesSection(data) {
  const sizes = data.sizes;
  if (!sizes.buckets.length) return null;
  const chart = sizes.bands.length > 2 ? sizeBands(sizes) : slowdownCurves(sizes);
  const p = ['p50', 'p95', 'p99', 'p99.9'];
  const done = bucket => bucket.finished > 0;
  return section('Slowdown by flow size',
    'Slowdown is completion time divided by that of the same flow alone on its path; 1 is the best possible value.'
      + (sizes.all || !sizes.points.length ? '' : ' The plot shows a sample of the flows; percentiles include all flows.')
      + (sizes.exact ? '' : ' More than a million flows: percentiles have three significant digits.'),
    chart,
    table([
      {label: 'size', left: true, value: b => b.order, text: b => b.label},
      {label: 'finished', value: b => b.finished, text: b => show.count(b.finished)},
      {label: 'unfinished', value: b => b.unfinished, text: b => show.count(b.unfinished)},
      ...p.map((name, i) => ({label: 'FCT ' + name, value: b => b.fct[i], text: b => done(b) ? show.time(b.fct[i]) : '-'})),
      ...p.map((name, i) => ({label: 'slowdown ' + name, value: b => b.slow[i], text: b => done(b) ? digits(b.slow[i]) : '-'})),
    ], sizes.buckets.map((bucket, order) => ({...bucket, order}))));
}

/** Dashes beside the colours of curves. */
const CURVE_DASHES = ['', '7 3', '2 3'];

function sizeBands(sizes) {
  const names = ['p50', 'p95', 'p99'];
  return el('div', {}, el('div', {class: 'row'}, names.map((name, i) => lineKey(`var(--${name})`, name, CURVE_DASHES[i])),
    lineKey('var(--faint)', sizes.all ? 'a flow' : 'a sampled flow')), sized(width => drawBands(sizes, names, width)));
}

/** What the drawing shows, for whoever does not see it. */
function bandWords(bands) {
  const worst = bands.reduce((a, b) => b[5] > a[5] ? b : a), first = bands[0], last = bands.at(-1);
  return `Slowdown by flow size: the median is ${show.ratio(first[3])} for the smallest flows and ${show.ratio(last[3])} for the largest; `
    + `p99 is at most ${show.ratio(worst[5])}, for flows of ${show.size(worst[0])} to ${show.size(worst[1])}.`;
}

function drawBands(sizes, names, width) {
  const height = 300, left = 54;
  const bands = sizes.bands;
  const least = Math.max(1, bands[0][0]), most = bands[bands.length - 1][1];
  let slowest = 2000;
  for (let i = 1; i < sizes.points.length; i += 2) slowest = Math.max(slowest, sizes.points[i]);
  const x = logarithmic(least, most * 1.05, left, width - 10);
  const y = logarithmic(1000, slowest * 1.1, height, 8);
  const middle = band => Math.sqrt(Math.max(1, band[0]) * Math.max(1, band[1]));
  const dots = [];
  for (let i = 0; i < sizes.points.length; i += 2) {
    dots.push('M' + x(sizes.points[i]).toFixed(1) + ' ' + y(sizes.points[i + 1]).toFixed(1) + 'h0');
  }
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': bandWords(bands)},
    levels(logTicks(1000, slowest * 1.1, slowest > 100000 ? [1] : [1, 2, 5]), y, left, width - 10, times),
    below(logTicks(least, most, [1]), x, height, show.size, left, width, 'flow size'),
    svg('path', {d: dots.join(''), stroke: 'var(--faint)', 'stroke-width': 2.2, 'stroke-linecap': 'round', opacity: .35}),
    svg('path', {fill: 'var(--p50)', opacity: .12,
      d: path([...bands.map(b => [x(middle(b)), y(b[4])]), ...bands.map(b => [x(middle(b)), y(b[3])]).reverse()]) + 'Z'}),
    names.map((name, i) => svg('path', {fill: 'none', stroke: `var(--${name})`, 'stroke-width': 2.2, 'stroke-linejoin': 'round', 'stroke-dasharray': CURVE_DASHES[i] || undefined,
      d: path(bands.map(b => [x(middle(b)), y(b[3 + i])]))})));
  return telling(drawing, event => {
    const place = (event.clientX - drawing.getBoundingClientRect().left) / drawing.clientWidth * width;
    const band = bands.reduce((a, b) => Math.abs(x(middle(b)) - place) < Math.abs(x(middle(a)) - place) ? b : a);
    return `${show.size(band[0])} to ${show.size(band[1])}: ${show.count(band[2])} flows\n`
      + names.map((name, i) => `${name}  ${show.ratio(band[3 + i])}`).join('\n');
  });
}

function slowdownCurves(sizes) {
  const bySize = new Map();
  for (let i = 0; i < sizes.points.length; i += 2) {
    const bucket = sizes.buckets.find(each => sizes.points[i] <= each.to);
    if (!bySize.has(bucket)) bySize.set(bucket, []);
    bySize.get(bucket).push(sizes.points[i + 1]);
  }
  if (!bySize.size) return null;
  const colours = ['var(--p50)', 'var(--p95)', 'var(--p99)'];
  const curves = [...bySize.entries()].sort((a, b) => a[0].to - b[0].to).map(([{label}, values], i) =>
    ({label: label + ' flows', colour: colours[i % 3], dashes: CURVE_DASHES[i % 3] || undefined, values: values.sort((a, b) => a - b)}));
  return el('div', {}, el('div', {class: 'row'}, curves.map(c => lineKey(c.colour, c.label, c.dashes))), sized(width => drawShares(curves, width)));
}

/** For each of several sets of slowdowns, ascending, the share of flows that have at most so much. */
function drawShares(curves, width) {
  const height = 240, left = 54, right = width - 10;
  const slowest = Math.max(...curves.map(c => c.values[c.values.length - 1]));
  const least = Math.min(...curves.map(c => c.values[0]));
  const x = logarithmic(Math.min(1000, least), Math.max(slowest * 1.02, 1050), left, right);
  const y = linear(0, 1, height, 8);
  const stops = slowest > 50000 ? [1] : slowest > 3000 ? [1, 2, 5] : slowest > 1300 ? [1, 1.2, 1.5, 2, 2.5, 3] : [1, 1.01, 1.02, 1.05, 1.1, 1.2, 1.3];
  return svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': 'share of flows by slowdown'},
    levels([0, .25, .5, .75, 1], y, left, right, value => value * 100 + ' %'),
    below(logTicks(1000, Math.max(slowest * 1.02, 1050), stops), x, height, times, left, width,
      width > 480 ? 'slowdown; the curve is the share of flows with at most this slowdown' : 'slowdown'),
    curves.map(c => svg('path', {fill: 'none', stroke: c.colour, 'stroke-dasharray': c.dashes, 'stroke-width': 2.2,
      d: path([...c.values.flatMap((value, k) => [[x(value), y(k / c.values.length)], [x(value), y((k + 1) / c.values.length)]]), [right, y(1)]])})));
}
