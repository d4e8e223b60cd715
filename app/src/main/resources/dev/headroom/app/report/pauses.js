// Who paused whom: a row a paused port, in the order of cause, with arrows from each pause to the one that led to it.

function pausesSection(data) {
  const pauses = data.pauses;
  if (!pauses.rows.length) return section('Pauses', 'No port was ever paused.');
  const roots = pauses.roots.map(([place, count, pausedPs, cyclic]) =>
    `${place} (${show.count(count)} pauses, ${show.time(pausedPs)} of port time${cyclic ? ', in a ring' : ''})`);
  return section('Pauses',
    `Roots first: under each port, indented, those that stood still because of it. Pauses start at ${roots.slice(0, 3).join('; ')}.`
      + (pauses.ports > pauses.rows.length ? ` ${show.count(pauses.rows.length)} of ${show.count(pauses.ports)} paused ports are shown.` : ''),
    timeline(data, pauses.rows));
}

function timeline(data, rows) {
  const width = 1180, left = 330, right = 1110, pitch = 21, top = 4;
  const lines = [];
  rows.forEach((row, i) => {
    if (row.root) lines.push({root: row.root});
    row.line = lines.length;
    lines.push({row});
  });
  const height = top + lines.length * pitch;
  const x = linear(0, data.durationPs || 1, left, right);
  const y = line => top + line * pitch + pitch / 2;
  return svg('svg', {viewBox: `0 0 ${width} ${height + 20}`, role: 'img', 'aria-label': 'pauses over time'},
    timeAxis(x, height, right, left),
    lines.map((line, i) => line.root && svg('g', {},
      i && svg('line', {class: 'axis', x1: 0, x2: width, y1: y(i) - pitch / 2 + 1, y2: y(i) - pitch / 2 + 1}),
      svg('text', {x: 2, y: y(i) + 4, class: 'strong', 'font-weight': 700}, line.root,
        svg('tspan', {fill: 'var(--pause)', 'font-weight': 400}, '  starts it')))),
    rows.map(row => label(row, rows, y, left)),
    rows.map(row => bars(row, x, y)),
    arrows(rows, x, y),
    rows.map(row => svg('text', {x: right + 8, y: y(row.line) + 4}, show.percent(row.share))));
}

function label(row, rows, y, left) {
  const indent = 4 + Math.min(row.depth, 6) * 16;
  const room = Math.floor((left - indent - 12) / 6.1);
  const by = `  paused by ${row.by}`;
  const whole = row.port.length + by.length <= room;
  const above = row.parent >= 0 ? y(rows[row.parent].line) : y(row.line) - 12;
  return telling(svg('g', {},
    svg('path', {class: 'axis', fill: 'none', d: `M${indent - 9} ${above + 9}V${y(row.line)}H${indent - 2}`}),
    svg('text', {x: indent, y: y(row.line) + 4, class: 'strong'},
      row.port.length > room ? row.port.slice(0, room - 1) + '…' : row.port,
      whole && svg('tspan', {fill: 'var(--faint)'}, by))),
    () => tellRow(row));
}

function tellRow(row) {
  return `${row.port}, paused by ${row.by}\n${show.count(row.pauses)} pauses, ${show.time(row.pausedPs)}, ${show.percent(row.share)} of the time`;
}

function bars(row, x, y) {
  const drawn = [];
  for (let k = 0; k < row.spans.length; k += 2) {
    const [from, length] = [row.spans[k], row.spans[k + 1]];
    drawn.push(telling(svg('rect', {x: x(from), width: Math.max(1, x(from + length) - x(from)), y: y(row.line) - 6, height: 12, rx: 1.5,
      fill: 'var(--pause)', opacity: row.depth > 1 ? .7 : 1}), () => `${tellRow(row)}\nhere from ${show.time(from)} for ${show.time(length)}`));
  }
  return svg('g', {}, drawn);
}

/** From a pause to the start of one that it led to; only the first few of each row, or they hide each other. */
function arrows(rows, x, y) {
  const found = [];
  rows.forEach(row => {
    if (row.parent < 0) return;
    const cause = rows[row.parent].spans;
    let drawn = 0;
    for (let k = 0; k < row.spans.length && drawn < 6; k += 2) {
      for (let c = 0; c < cause.length; c += 2) {
        if (cause[c] <= row.spans[k] && row.spans[k] <= cause[c] + cause[c + 1]) {
          const at = x(row.spans[k]);
          found.push(svg('path', {d: `M${at} ${y(rows[row.parent].line) + 6}V${y(row.line) - 7}m-2.5 -4l2.5 4l2.5 -4`, fill: 'none', stroke: 'var(--ink)',
            'stroke-width': .9, opacity: .55}));
          drawn++;
          break;
        }
      }
    }
  });
  return svg('g', {'pointer-events': 'none'}, found);
}
