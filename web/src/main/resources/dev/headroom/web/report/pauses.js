// Who paused whom: rows in the order of cause, with an arrow from a pause to the first one that it led to.

function pausesSection(data) {
  const pauses = data.pauses;
  if (!pauses.rows.length) return section('Pauses', 'No port was ever paused.');
  const roots = pauses.roots.map(([place, count, pausedPs, cyclic]) =>
    `${place} (${show.count(count)} pauses, ${show.time(pausedPs)} of port time${cyclic ? ', in a ring' : ''})`);
  const shown = pauses.rows.reduce((sum, row) => sum + row.ports, 0);
  const shared = pauses.rows.some(row => row.ports > 1);
  return section('Pauses',
    `Root causes first; indented below each port are the ports that were paused because of it. A port is paused by the node at its other end.`
      + (shared ? ' If many ports share a row, its height is the share of paused ports.' : '')
      + (pauses.toPs - pauses.fromPs < data.durationPs ? ` From ${show.time(pauses.fromPs)} to ${show.time(pauses.toPs)} of ${show.time(data.durationPs)}, which has 99 % of the paused time.` : '')
      + ` Pauses start at ${roots.slice(0, 3).join('; ')}.`
      + (pauses.ports > shown ? ` ${show.count(shown)} of ${show.count(pauses.ports)} paused ports are shown.` : ''),
    sized(width => timeline(data, pauses.rows, width)));
}

function timeline(data, rows, width) {
  const left = Math.min(290, Math.max(128, Math.round(width * .3))), right = width - 58, pitch = 22, top = 4;
  const lines = [];
  rows.forEach(row => {
    if (row.root) lines.push({root: row.root});
    row.line = lines.length;
    lines.push({row});
  });
  const height = top + lines.length * pitch;
  const {fromPs, toPs} = data.pauses;
  const x = linear(fromPs, toPs, left, right);
  const y = line => top + line * pitch + pitch / 2;
  return svg('svg', {viewBox: `0 0 ${width} ${height + 20}`, role: 'img', 'aria-label': 'pauses over time'},
    timeAxis(x, height, right, left),
    failureLines(x, fromPs, toPs, height),
    lines.map((line, i) => line.root && svg('g', {},
      i > 0 && svg('line', {class: 'axis', x1: 0, x2: width, y1: y(i) - pitch / 2 + 1, y2: y(i) - pitch / 2 + 1}),
      svg('text', {x: 2, y: y(i) + 4, class: 'strong', 'font-weight': 700}, fitted(line.root, width - 80),
        svg('tspan', {fill: 'var(--pause)', 'font-weight': 400}, '  root')))),
    rows.map(row => label(row, rows, y, left)),
    rows.map(row => row.spans ? bars(row, x, y) : hills(row, x, y)),
    arrows(rows, x, y),
    rows.map(row => svg('text', {x: right + 8, y: y(row.line) + 4}, (row.ports > 1 ? 'ø ' : '') + show.percent(row.share))));
}

function label(row, rows, y, left) {
  const indent = 4 + Math.min(row.depth, 6) * (left < 200 ? 7 : 16);
  const above = row.parent >= 0 ? y(rows[row.parent].line) : y(row.line) - 12;
  return telling(svg('g', {},
    svg('path', {class: 'axis', fill: 'none', d: `M${indent - 9} ${above + 9}V${y(row.line)}H${indent - 2}`}),
    svg('text', {x: indent, y: y(row.line) + 4, class: 'strong'}, fitted(`${row.from} → ${row.to}`, left - indent - 8))),
    () => tellRow(row));
}

function tellRow(row) {
  return `${row.from} → ${row.to}\n${show.count(row.pauses)} pauses, ${show.time(row.pausedPs)}` + (row.ports > 1
    ? ` of port time\n${show.percent(row.share)} of the time on average, most ${row.port}: ${show.percent(row.longest)}`
    : `, ${show.percent(row.share)} of the time`);
}

/** When one port stood still. */
function bars(row, x, y) {
  const drawn = [];
  for (let k = 0; k < row.spans.length; k += 2) {
    const [from, length] = [row.spans[k], row.spans[k + 1]];
    drawn.push(telling(svg('rect', {x: x(from), width: Math.max(1, x(from + length) - x(from)), y: y(row.line) - 6, height: 12, rx: 1.5,
      fill: 'var(--pause)'}), () => `${tellRow(row)}\nhere from ${show.time(from)} for ${show.time(length)}`));
  }
  return svg('g', {}, drawn);
}

/** How much of many ports stood still. */
function hills(row, x, y) {
  const {fromPs, toPs} = data.pauses;
  const foot = y(row.line) + 8, share = linear(0, 1000, 0, 16), at = i => x(partTime(row, i));
  const outline = row.shares.flatMap((value, i) => [[at(i), foot - share(value)], [at(i + 1), foot - share(value)]]);
  const drawn = svg('g', {},
    svg('rect', {x: x(fromPs), width: x(toPs) - x(fromPs), y: foot - 16, height: 16, fill: 'transparent'}),
    svg('path', {d: path([[x(fromPs), foot], ...outline, [x(toPs), foot]]) + 'Z', fill: 'var(--pause)', opacity: .75}));
  return telling(drawn, event => {
    const box = drawn.getBoundingClientRect();
    const i = Math.min(row.shares.length - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * row.shares.length)));
    return `${tellRow(row)}\nhere, at ${show.time(Math.round(partTime(row, i + .5)))}, ${show.percent(row.shares[i])} of them`;
  });
}

/** When the pauses of a row begin. */
function beginnings(row) {
  if (row.spans) return row.spans.filter((_, k) => k % 2 === 0);
  return row.shares.flatMap((value, i) => value > 0 && !row.shares[i - 1] ? [partTime(row, i)] : []);
}

/** When the i-th of the equal parts begins that a row's shares are of. */
function partTime(row, i) {
  const {fromPs, toPs} = data.pauses;
  return fromPs + (toPs - fromPs) * i / row.shares.length;
}

/** From a pause to the start of the first one that it led to: one for each row, or they hide what they explain. */
function arrows(rows, x, y) {
  return svg('g', {'pointer-events': 'none'}, rows.map(row => {
    if (row.parent < 0) return null;
    const cause = rows[row.parent].spans;
    const led = beginnings(row).find(time => cause.some((from, c) => c % 2 === 0 && from <= time && time <= from + cause[c + 1]));
    return led === undefined ? null : svg('path', {fill: 'none', stroke: 'var(--ink)', 'stroke-width': 1, opacity: .7,
      d: `M${x(led)} ${y(rows[row.parent].line) + 6}V${y(row.line) - 8}m-2.5 -4l2.5 4l2.5 -4`});
  }));
}
