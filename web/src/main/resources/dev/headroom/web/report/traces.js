// Single flows over time: what a congestion control allows, what is on its way, how long it takes there and back.

const ABSENT = -1;

function tracesSection(data) {
  const traces = data.traces;
  if (!traces.flows.length) return null;
  const any = name => traces.flows.some(flow => flow[name]);
  const span = show.time(meanOver(traces) * traces.stepPs);
  return section('Traced flows',
    `In steps of ${show.time(traces.stepPs)}, from the start to the end of each flow.`
      + (traces.flows.some(flow => isShort(traces, flow)) ? ' Flows that are over soon have a time axis of their own, and say so.' : traces.flows.length > 1 ? ' All flows have the same time axis.' : ''),
    el('div', {class: 'row'}, traces.flows.every(isSteady) ? null : lineKey('var(--rate)', 'rate allowed by congestion control'), lineKey('var(--accent)', traces.flows.some(flow => isShort(traces, flow)) ? 'goodput' : `goodput, mean of ${span}`),
      any('windowBytes') ? lineKey('var(--p95)', 'window') : null, lineKey('var(--faint)', 'in flight'),
      any('rttPs') ? lineKey('var(--pause)', 'RTT') : null,
      any('cnps') || any('markedBytes') ? lineKey('var(--warn)', 'marks, CNPs') : null),
    el('div', {class: 'grid'}, traces.flows.map(flow => traceChart(traces, flow))));
}

/** Whether a flow has a time axis of its own. */
function isShort(traces, {axis}) {
  return axis.fromPs !== traces.fromPs || axis.stepPs !== traces.stepPs;
}

function traceChart(traces, flow) {
  const own = isShort(traces, flow) ? `, its own time axis: ${show.time(flow.axis.points * flow.axis.stepPs)}` : '';
  return el('div', {}, el('h3', {}, `flow ${flow.flow} `, el('span', {class: 'why'}, `${flow.path}, ${show.size(flow.bytes)}${own}`)),
    sized(width => drawTrace(flow.axis, flow, width)));
}

/** Points over which goodput is drawn: ACKs come in bursts. */
function meanOver(traces) {
  return Math.max(1, Math.ceil(traces.points / 60));
}

/** Bits a second that got there until each point, over as many points before it. */
function goodputOf(traces, flow) {
  const over = meanOver(traces);
  return flow.deliveredBytes && flow.deliveredBytes.map((bytes, i) => {
    if (bytes === ABSENT) return ABSENT;
    const these = flow.deliveredBytes.slice(Math.max(0, i + 1 - over), i + 1).filter(value => value !== ABSENT);
    return these.reduce((a, b) => a + b, 0) * 8e12 / (these.length * traces.stepPs);
  });
}

/** Whether its window does all: its rate never changes. */
function isSteady(flow) {
  return flow.windowBytes && new Set((flow.rateBps || []).filter(value => value !== ABSENT)).size < 2;
}

/** The pictures of a flow, one below the other: lines of one unit each. */
function stripsOf(traces, flow) {
  return [
    {name: 'rate', words: show.rate, lines: [[goodputOf(traces, flow), 'var(--accent)', 1], [isSteady(flow) ? null : flow.rateBps, 'var(--rate)', 1.6]]},
    {name: flow.windowBytes ? 'window' : 'in flight', words: show.size, lines: [[flow.inFlightBytes, 'var(--faint)', 1], [flow.windowBytes, 'var(--p95)', 1.6]]},
    {name: 'RTT', words: show.time, lines: [[flow.rttPs, 'var(--pause)', 1.4]]},
  ].map(strip => ({...strip, lines: strip.lines.filter(([values]) => values)})).filter(strip => strip.lines.length);
}

/** Pixels of one; its name stands above its lines. */
const STRIP = {height: 96, name: 16, apart: 12, left: 62};

function drawTrace(traces, flow, width) {
  const strips = stripsOf(traces, flow);
  const {height, apart: gap, left} = STRIP, right = width - 14;
  const whole = strips.length * (height + gap) - gap;
  const x = linear(traces.fromPs, traces.fromPs + traces.points * traces.stepPs, left, right);
  const at = i => x(traces.fromPs + (i + 1) * traces.stepPs);
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${whole + 22}`, role: 'img', 'aria-label': `flow ${flow.flow}, ${flow.path}: ${strips.map(strip => strip.name).join(', ')} over ${show.time(traces.points * traces.stepPs)}`},
    timeAxis(x, whole, right, left),
    failureLines(x, x.back(left), x.back(right), whole),
    strips.map((strip, i) => drawStrip(strip, at, i * (height + gap), right)),
    noticed(flow, at, height));
  return telling(drawing, event => {
    const box = drawing.getBoundingClientRect();
    const time = x.back((event.clientX - box.left) / box.width * width);
    const i = pointAt(traces, time);
    return `at ${show.time(traces.fromPs + (i + 1) * traces.stepPs)}\n` + valuesAt(traces, flow, i);
  });
}

function pointAt(traces, time) {
  return Math.min(traces.points - 1, Math.max(0, Math.round((time - traces.fromPs) / traces.stepPs) - 1));
}

/** Lines of one unit; one may have times of its own. */
function drawStrip(strip, at, top, right) {
  const {height, name, left} = STRIP;
  const most = strip.lines.flatMap(([values]) => values).reduce((a, b) => Math.max(a, b), 1);
  const y = linear(0, most, top + height, top + name);
  return [
    levels(ticks(0, most, 3), y, left, right, strip.words),
    strip.lines.map(([values, colour, thick, own, each]) =>
      svg('path', {d: pieces(values, own || at, y), fill: 'none', stroke: colour, 'stroke-dasharray': each && dashes(each.run), 'stroke-width': thick, 'stroke-linejoin': 'round'})),
    svg('text', {class: 'strong', x: right, y: top + 10, 'text-anchor': 'end'}, strip.name),
  ];
}

/** A line with gaps where there is no value. */
function pieces(values, at, y) {
  let drawn = '', inside = false;
  values.forEach((value, i) => {
    if (value !== ABSENT) drawn += (inside ? 'L' : 'M') + at(i).toFixed(1) + ' ' + y(value).toFixed(1);
    inside = value !== ABSENT;
  });
  return drawn;
}

/** Below the first strip, where congestion was told of. */
function noticed(flow, at, height) {
  const told = (flow.cnps || []).map((count, i) => count > 0 || (flow.markedBytes && flow.markedBytes[i] > 0));
  const marks = flow.cnps ? told : (flow.markedBytes || []).map(bytes => bytes > 0);
  const d = marks.map((mark, i) => mark ? `M${at(i).toFixed(1)} ${height + 1}v5` : '').join('');
  return d && svg('path', {d, stroke: 'var(--warn)', 'stroke-width': 1});
}

function valuesAt(traces, flow, i) {
  const told = (name, values, words) => values && values[i] !== ABSENT ? `${name} ${words(values[i])}` : null;
  return [
    told('rate', flow.rateBps, show.rate), told('goodput', goodputOf(traces, flow), show.rate),
    told('window', flow.windowBytes, show.size), told('in flight', flow.inFlightBytes, show.size),
    told('RTT', flow.rttPs, show.time),
    told('CNPs', flow.cnps, show.count), told('acknowledged with a mark', flow.markedBytes, show.size),
    told('retransmissions', flow.retransmissions, show.count),
  ].filter(Boolean).join('\n');
}
