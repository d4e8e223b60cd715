// Slowdown by flow size: percentile bands over single flows, or a cumulative curve where all flows have a few sizes.

function sizesSection(data) {
  const sizes = data.sizes;
  if (!sizes.buckets.length) return null;
  const chart = sizes.bands.length > 2 ? sizeBands(sizes) : slowdownCurves(sizes);
  const p = ['p50', 'p95', 'p99', 'p99.9'];
  const done = bucket => bucket.finished > 0;
  return section('Slowdown by flow size',
    'Slowdown is completion time over that of the same flow alone on its path; 1 is the best there is.'
      + (sizes.all ? '' : ' Dots are a sample of the flows; percentiles are over all.')
      + (sizes.exact ? '' : ' More than a million flows: percentiles to three significant digits.'),
    chart,
    table([
      {label: 'size', left: true, value: b => b.order, text: b => b.label},
      {label: 'finished', value: b => b.finished, text: b => show.count(b.finished)},
      {label: 'unfinished', value: b => b.unfinished, text: b => show.count(b.unfinished)},
      ...p.map((name, i) => ({label: 'FCT ' + name, value: b => b.fct[i], text: b => done(b) ? show.time(b.fct[i]) : '-'})),
      ...p.map((name, i) => ({label: 'slowdown ' + name, value: b => b.slow[i], text: b => done(b) ? digits(b.slow[i]) : '-'})),
    ], sizes.buckets.map((bucket, order) => ({...bucket, order}))));
}

function sizeBands(sizes) {
  const width = wide(), height = 300, left = 48;
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
  const names = ['p50', 'p95', 'p99'];
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': 'slowdown by size'},
    logTicks(1000, slowest * 1.1, slowest > 100000 ? [1] : [1, 2, 5]).map(value => svg('g', {},
      svg('line', {class: 'axis', x1: left, x2: width - 10, y1: y(value), y2: y(value)}),
      svg('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, (value / 1000).toLocaleString('en-US') + 'x'))),
    logTicks(least, most, [1]).map(value =>
      svg('text', {x: x(value), y: height + 15, 'text-anchor': 'middle'}, show.size(value))),
    svg('text', {x: (left + width) / 2, y: height + 31, 'text-anchor': 'middle'}, 'flow size'),
    svg('path', {d: dots.join(''), stroke: 'var(--faint)', 'stroke-width': 2.2, 'stroke-linecap': 'round', opacity: .35}),
    svg('path', {fill: 'var(--p50)', opacity: .12,
      d: path([...bands.map(b => [x(middle(b)), y(b[4])]), ...bands.map(b => [x(middle(b)), y(b[3])]).reverse()]) + 'Z'}),
    names.map((name, i) => svg('path', {fill: 'none', stroke: `var(--${name})`, 'stroke-width': 2.2, 'stroke-linejoin': 'round',
      d: path(bands.map(b => [x(middle(b)), y(b[3 + i])]))})));
  telling(drawing, event => {
    const place = (event.clientX - drawing.getBoundingClientRect().left) / drawing.clientWidth * width;
    const band = bands.reduce((a, b) => Math.abs(x(middle(b)) - place) < Math.abs(x(middle(a)) - place) ? b : a);
    return `${show.size(band[0])} to ${show.size(band[1])}: ${show.count(band[2])} flows\n`
      + names.map((name, i) => `${name}  ${show.ratio(band[3 + i])}`).join('\n');
  });
  return el('div', {}, el('div', {class: 'row'}, names.map(name => lineKey(`var(--${name})`, name)),
    lineKey('var(--faint)', 'a flow')), drawing);
}

function slowdownCurves(sizes) {
  const width = wide(), height = 240, left = 48;
  const bySize = new Map();
  let slowest = 1200;
  for (let i = 0; i < sizes.points.length; i += 2) {
    const bucket = sizes.buckets.find(each => sizes.points[i] <= each.to);
    if (!bySize.has(bucket)) bySize.set(bucket, []);
    bySize.get(bucket).push(sizes.points[i + 1]);
    slowest = Math.max(slowest, sizes.points[i + 1]);
  }
  if (!bySize.size) return null;
  const x = logarithmic(1000, slowest * 1.05, left, width - 10);
  const y = linear(0, 1, height, 8);
  const colours = ['var(--p50)', 'var(--p95)', 'var(--p99)'];
  const curves = [...bySize.entries()].sort((a, b) => a[0].to - b[0].to).map(([{label}, values], i) => {
    values.sort((a, b) => a - b);
    const steps = values.flatMap((value, k) => [[x(value), y(k / values.length)], [x(value), y((k + 1) / values.length)]]);
    return {label, colour: colours[i % 3], line: path([...steps, [width - 10, y(1)]])};
  });
  return el('div', {}, el('div', {class: 'row'}, curves.map(c => lineKey(c.colour, c.label + ' flows'))),
    svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': 'share of flows by slowdown'},
      [0, .25, .5, .75, 1].map(value => svg('g', {},
        svg('line', {class: 'axis', x1: left, x2: width - 10, y1: y(value), y2: y(value)}),
        svg('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, value * 100 + ' %'))),
      logTicks(1000, slowest * 1.05, slowest > 50000 ? [1] : slowest > 3000 ? [1, 2, 5] : [1, 1.2, 1.5, 2, 2.5, 3]).map(value =>
        svg('text', {x: x(value), y: height + 15, 'text-anchor': 'middle'}, (value / 1000).toLocaleString('en-US') + 'x')),
      svg('text', {x: (left + width) / 2, y: height + 31, 'text-anchor': 'middle'}, 'slowdown; the curve is the share of flows that have at most this'),
      curves.map(c => svg('path', {d: c.line, fill: 'none', stroke: c.colour, 'stroke-width': 2.2}))));
}
