// What a capture shows: findings, what happened when, connections, who waited how long.

const MOMENT = {bytes: 0, packets: 1, resent: 2, naks: 3, cnps: 4, marked: 5};

function figures() {
  return el('section', {class: 'figures'}, data.figures.map(([label, value, word]) =>
    el('div', {class: 'figure'}, el('div', {class: 'label'}, label), el('div', {class: 'value'}, value), el('div', {class: 'word'}, word))));
}

function findingsSection() {
  if (!data.findings.length) return null;
  return section('Findings', 'Frame numbers are those of Wireshark.', table([
    {label: '', left: true, value: row => row.problem ? 'problem' : 'note'},
    {label: 'what', left: true, wrap: true, value: row => row.sentence},
    {label: 'first frames', left: true, wrap: true, value: row => row.frames[0] || 0,
      text: row => row.frames.join(', ') + (row.frames.length === 8 ? ', …' : '')},
  ], data.findings));
}

/** The rate as an area; below it a row for each thing that happens, as strong as it happened. */
function timelineSection() {
  const {stepPs, moments} = data.timeline;
  if (moments.length < 2) return null;
  return section('Over time', `RDMA packets on the wire, in steps of ${show.time(stepPs)}. Rows below show events per step; a stronger color means more events.`,
    sized(width => drawMoments(stepPs, moments, width)));
}

function drawMoments(stepPs, moments, width) {
  const left = 84, right = width - 12, tall = 150;
  const x = linear(0, moments.length * stepPs, left, right);
  const rates = moments.map(moment => moment[MOMENT.bytes] * 8e12 / stepPs);
  const most = Math.max(...rates, 1);
  const y = linear(0, most, tall, 8);
  const rows = [['resent', 'resent', 'var(--warn)'], ['NAKs', 'naks', 'var(--pause)'],
    ['CE marks', 'marked', 'var(--p95)'], ['CNPs', 'cnps', 'var(--accent)']]
    .filter(([, what]) => moments.some(moment => moment[MOMENT[what]]));
  const pitch = 20, height = tall + 10 + rows.length * pitch;
  // A step is drawn as a step: what is between two of them nobody knows.
  const steps = rates.flatMap((rate, i) => [[x(i * stepPs), y(rate)], [x((i + 1) * stepPs), y(rate)]]);
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${height + 20}`, role: 'img', 'aria-label': 'packets over time'},
    timeAxis(x, height, right, left),
    levels(ticks(0, most, 4), y, left, right, show.rate),
    svg('path', {d: path([[left, y(0)], ...steps, [right, y(0)]]) + 'Z', fill: 'var(--rate)', opacity: .18}),
    svg('path', {d: path(steps), fill: 'none', stroke: 'var(--rate)', 'stroke-width': 1.5}),
    rows.map(([label, what, colour], k) => {
      const top = tall + 12 + k * pitch;
      const greatest = Math.max(...moments.map(moment => moment[MOMENT[what]]));
      return svg('g', {},
        svg('text', {x: left - 8, y: top + 11, 'text-anchor': 'end'}, label),
        moments.map((moment, i) => moment[MOMENT[what]] ? svg('rect', {x: x(i * stepPs), y: top,
          width: Math.max(1.5, x(stepPs) - left), height: pitch - 6, fill: colour,
          opacity: .35 + .65 * moment[MOMENT[what]] / greatest}) : null));
    }));
  return telling(drawing, event => {
    const box = drawing.getBoundingClientRect();
    const i = Math.min(moments.length - 1, Math.max(0, Math.floor(x.back((event.clientX - box.left) / box.width * width) / stepPs)));
    const moment = moments[i];
    return `${show.time(i * stepPs)} to ${show.time((i + 1) * stepPs)}\n${show.rate(rates[i])}, ${show.count(moment[MOMENT.packets])} packets`
      + rows.map(([label, what]) => moment[MOMENT[what]] ? `\n${label} ${show.count(moment[MOMENT[what]])}` : '').join('');
  });
}

function qp(way) {
  return way.transport === 'iWARP' ? 'port ' + way.qp : '0x' + way.qp.toString(16);
}

/** Median to p99 of each way, slowest first, with a mark where the longest is. */
function latencySection() {
  const ways = data.ways.filter(way => way.timed > 0).sort((a, b) => b.p99 - a.p99).slice(0, 24);
  if (!ways.length) return null;
  return section('Message latency', 'Time from the first packet of a message to the ACK or response that completed it, if the capture has both. Bars extend from the median to p99; a stroke marks the longest. The slowest directions come first.',
    sized(width => drawLatencies(ways, width)));
}

function drawLatencies(ways, width) {
  const left = Math.min(330, Math.round(width * .45)), right = width - 60, pitch = 19;
  const least = Math.max(1, Math.min(...ways.map(way => way.p50))) * .8;
  const greatest = Math.max(...ways.map(way => way.most), least * 2) * 1.1;
  const x = logarithmic(least, greatest, left, right);
  const height = ways.length * pitch;
  const stops = logTicks(least, greatest, greatest / least > 1000 ? [1] : [1, 2, 5]);
  return svg('svg', {viewBox: `0 0 ${width} ${height + 22}`, role: 'img', 'aria-label': 'message latency'},
    stops.map(value => svg('line', {class: 'axis', x1: x(value), x2: x(value), y1: 0, y2: height})),
    apart(stops, x, show.time).map(value => svg('text', {x: x(value), y: height + 15, 'text-anchor': 'middle'}, show.time(value))),
      ways.map((way, i) => telling(svg('g', {},
        svg('rect', {x: 0, y: i * pitch, width, height: pitch, fill: 'transparent'}),
        svg('text', {x: left - 10, y: i * pitch + 13, 'text-anchor': 'end'}, fitted(`${way.from} → ${way.to} ${qp(way)}`, left - 12)),
        svg('rect', {x: x(way.p50), y: i * pitch + 4, width: Math.max(3, x(way.p99) - x(way.p50)), height: pitch - 8, rx: 2, fill: 'var(--accent)'}),
        svg('line', {x1: x(way.most), x2: x(way.most), y1: i * pitch + 3, y2: i * pitch + pitch - 3, stroke: 'var(--warn)', 'stroke-width': 2}),
        svg('text', {x: right + 12, y: i * pitch + 13}, show.time(way.p99))),
        () => `${way.from} → ${way.to} ${qp(way)}\n${show.count(way.timed)} messages\nmedian ${show.time(way.p50)}\np99 ${show.time(way.p99)}\nlongest ${show.time(way.most)}`)));
}

function waysSection() {
  if (!data.ways.length) return null;
  const number = (label, value, text, title) => ({label, title, value, text: row => value(row) ? (text || show.count)(value(row)) : '·'});
  return section('Connections', (data.ways.length < data.wayCount ? `The first ${show.count(data.ways.length)} of ${show.count(data.wayCount)} directions. ` : 'Both directions of each. ')
      + 'NAKs and CNPs from the other end count for the direction that they report on. Click a column to sort.',
    table([
      {label: 'from', left: true, value: row => row.from},
      {label: 'to', left: true, value: row => row.to + ' ' + qp(row)},
      {label: '', left: true, value: row => row.transport},
      {label: 'found by', left: true, value: row => row.setUp},
      number('messages', row => row.messages), number('packets', row => row.packets), number('payload', row => row.payload, show.size),
      number('goodput', row => row.goodput, show.rate), number('p50', row => row.p50, show.time), number('p99', row => row.p99, show.time),
      number('retransmissions', row => row.resent), number('timeouts', row => row.timeouts), number('NAKs', row => row.naks),
      number('reordered', row => row.overtaken), number('missing', row => row.missing), number('CE', row => row.ecn[3]), number('CNPs', row => row.cnps),
      {label: 'DSCP', value: row => row.dscps[0] ?? -1, text: row => row.dscps.join(' ') || '·'},
      number('source ports', row => row.ports), number('wrong ICRC', row => row.badIcrcs), number('MTU', row => row.mtu),
    ], data.ways));
}

function datagramsSection() {
  if (!data.datagrams.length) return null;
  return section('Datagrams', '', table([
    {label: 'from', left: true, value: row => row[0]},
    {label: 'to', left: true, value: row => row[1] + ' 0x' + row[2].toString(16)},
    {label: 'packets', value: row => row[3], text: row => show.count(row[3])},
    {label: 'payload', value: row => row[4], text: row => show.size(row[4])},
    {label: 'wrong ICRC', value: row => row[5], text: row => show.count(row[5])},
  ], data.datagrams));
}

/** Counts as bars, most first. */
function bars(title, counts) {
  if (!counts.length) return null;
  const ordered = [...counts].sort((a, b) => b[1] - a[1]);
  return el('div', {}, el('h3', {}, title), sized(width => drawBars(title, ordered, width), false));
}

function drawBars(title, ordered, width) {
  const left = Math.min(210, Math.round(width * .42)), right = width - 70, pitch = 20;
  const x = linear(0, ordered[0][1], left, right);
  return svg('svg', {viewBox: `0 0 ${width} ${ordered.length * pitch + 4}`, role: 'img', 'aria-label': title},
      ordered.map(([name, count], i) => svg('g', {},
        svg('text', {x: left - 8, y: i * pitch + 15, 'text-anchor': 'end'}, fitted(name, left - 10)),
        svg('rect', {x: left, y: i * pitch + 4, width: Math.max(1, x(count) - left), height: pitch - 7, rx: 2, fill: 'var(--accent)'}),
        svg('text', {x: Math.max(left + 1, x(count)) + 7, y: i * pitch + 15, class: 'strong'}, show.count(count)))));
}

/** How packets of all directions were marked. */
function ecnBars() {
  const sums = [0, 1, 2, 3].map(i => data.ways.reduce((sum, way) => sum + way.ecn[i], 0));
  return bars('ECN', ['not-ECT', 'ECT(1)', 'ECT(0)', 'CE'].map((name, i) => [name, sums[i]]).filter(([, count]) => count));
}

function packetsSection() {
  const parts = [bars('opcodes', data.opcodes), ecnBars(), bars('management', data.management)].filter(Boolean);
  return parts.length ? section('Packets', '', el('div', {class: 'grid'}, parts)) : null;
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = `${data.format} · ${show.time(data.durationPs)}`;
  document.getElementById('page').replaceChildren(...[
    headline(data.headline, !!data.well),
    figures(), findingsSection(), timelineSection(), waysSection(), latencySection(), datagramsSection(), packetsSection(),
  ].filter(Boolean));
  fit();
}
