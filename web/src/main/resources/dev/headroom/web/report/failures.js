// What broke: marks on links and nodes, what they tell, and lines in charts over time.

const FAILURES = {
  down: {key: 'down, later up again', open: 'down until the end', tell: () => 'down'},
  worse: {key: 'degraded, later whole again', open: 'degraded until the end', tell: failure => [
    failure.rate < 1000 && `at ${show.percent(failure.rate)} of its rate`,
    failure.bitErrors > 0 && `bit errors ${failure.bitErrors.toExponential()}`].filter(Boolean).join(', ')},
  dead: {key: 'switch with all links down', tell: () => 'down with all its links'},
  storm: {key: 'host with a PFC pause storm', tell: () => 'sent PFC pauses in all lossless classes'},
  interrupts: {key: 'host with an interrupt storm', tell: () => 'interrupt storm on its cores'},
  slow: {key: 'slow receiver', tell: () => 'drained slowly'},
  frozen: {key: 'stalled host', tell: () => 'stalled'},
};

const FRAME_DASHES = {dead: '4 3', interrupts: '1 3', slow: '6 2', frozen: '2 2'};

const isOpen = failure => failure.spans[failure.spans.length - 1] < 0;

/** What a failure was and when, a line each time. */
function tellFailure(failure) {
  const told = [];
  for (let i = 0; i < failure.spans.length; i += 2) {
    const [from, to] = [failure.spans[i], failure.spans[i + 1]];
    told.push(`${FAILURES[failure.kind].tell(failure)} from ${show.time(from)} ` + (to < 0 ? 'until the end' : `to ${show.time(to)}`));
  }
  return told.length > 6 ? [...told.slice(0, 5), `and ${told.length - 5} more times`].join('\n') : told.join('\n');
}

/** What befell one link, or one node: lines to add to what else is told of it, or nothing. */
function tellFailures(fabric, what, id) {
  return fabric.failures.filter(failure => failure[what] === id).map(failure => '\n' + tellFailure(failure)).join('');
}

/** The first of many failures, a line or more each. */
function tellAll(fabric, failures) {
  return failures.slice(0, 16).map(failure => `${failedName(fabric, failure)}: ${tellFailure(failure)}`).join('\n')
    + (failures.length > 16 ? `\nand ${show.count(failures.length - 16)} more` : '');
}

/** A mark of one kind around a point. */
function failureMark(kind, open, x, y) {
  const around = {stroke: 'var(--ink)', 'stroke-width': 1.3, fill: open ? 'var(--ink)' : 'var(--card)'};
  const inner = {fill: 'none', stroke: open ? 'var(--card)' : 'var(--ink)', 'stroke-width': 1.5, 'stroke-linecap': 'round'};
  return kind === 'worse'
    ? svg('path', {d: `M${x - 5.5} ${y - 4.5}H${x + 5.5}L${x} ${y + 5.5}Z`, ...around, 'stroke-linejoin': 'round'})
    : svg('g', {}, svg('circle', {cx: x, cy: y, r: 5.5, ...around}),
      svg('path', {d: `M${x - 2.3} ${y - 2.3}l4.6 4.6m0 -4.6l-4.6 4.6`, ...inner}));
}

/** The frame of a node that is dead, storms or is stormed. */
function failureFrame(kind, x, y, halfWidth, halfHeight) {
  return svg('rect', {x: x - halfWidth - 3, y: y - halfHeight - 3, width: 2 * halfWidth + 6, height: 2 * halfHeight + 6, rx: 6, fill: 'none',
    stroke: kind === 'storm' ? 'var(--pause)' : 'var(--ink)', 'stroke-width': 1.6, 'stroke-dasharray': FRAME_DASHES[kind]});
}

/** What the marks mean: of those that are there. */
function failureKeys(fabric) {
  const icon = drawn => svg('svg', {viewBox: '0 0 16 16', class: 'mark'}, drawn);
  const keys = [];
  const key = (kind, open, text, drawn) => {
    const found = fabric.failures.filter(failure => failure.kind === kind && (open === undefined || isOpen(failure) === open));
    if (found.length) keys.push(telling(el('span', {class: 'key'}, icon(drawn), `${text} (${show.count(found.length)})`), () => tellAll(fabric, found)));
  };
  key('down', false, FAILURES.down.key, failureMark('down', false, 8, 8));
  key('down', true, FAILURES.down.open, failureMark('down', true, 8, 8));
  key('worse', false, FAILURES.worse.key, failureMark('worse', false, 8, 8));
  key('worse', true, FAILURES.worse.open, failureMark('worse', true, 8, 8));
  key('dead', undefined, FAILURES.dead.key, failureFrame('dead', 8, 8, 4, 3));
  key('storm', undefined, FAILURES.storm.key, failureFrame('storm', 8, 8, 3, 3));
  key('interrupts', undefined, FAILURES.interrupts.key, failureFrame('interrupts', 8, 8, 3, 3));
  key('slow', undefined, FAILURES.slow.key, failureFrame('slow', 8, 8, 3, 3));
  key('frozen', undefined, FAILURES.frozen.key, failureFrame('frozen', 8, 8, 3, 3));
  return keys;
}

/** Failed links of a diagram: a dashed line between the two directions, and marks beside each other near the lower end, where links do not cross. */
function linkFailures(fabric, at) {
  const marks = new Map();
  return fabric.failures.filter(failure => failure.link !== undefined).map(failure => {
    const ends = [fabric.links[2 * failure.link], fabric.links[2 * failure.link + 1]].map(node => at[node]).sort((a, b) => b.y - a.y);
    const before = marks.get(failure.link) || 0;
    marks.set(failure.link, before + 1);
    const [low, high] = ends, length = Math.hypot(high.x - low.x, high.y - low.y);
    const share = Math.min(1, (low.y === high.y ? .5 : .3) + before * 14 / length);
    const rise = low.y === high.y ? arc(low, high) : 0;
    const [x, y] = [low.x + (high.x - low.x) * share, low.y + (high.y - low.y) * share + rise];
    return telling(svg('g', {},
      failure.kind === 'down' && !rise && svg('path', {d: `M${low.x} ${low.y}L${high.x} ${high.y}`, fill: 'none', stroke: 'var(--ink)', 'stroke-width': 1, 'stroke-dasharray': '5 4'}),
      failureMark(failure.kind, isOpen(failure), x, y)),
      () => `${failedName(fabric, failure)}\n${tellFailure(failure)}`);
  });
}

function failedName(fabric, {link, node}) {
  return link === undefined ? fabric.names[node] : `${fabric.names[fabric.links[2 * link]]}/${fabric.names[fabric.links[2 * link + 1]]}`;
}

/** Times at which something failed or came back, as thin lines in a chart over time; none where they would be all that is seen. */
function failureLines(x, from, to, height) {
  const times = new Set(data.topology.failures.flatMap(failure => failure.spans)
    .filter(time => time >= 0).map(time => time - data.startPs).filter(time => time > from && time < to));
  return times.size > 24 ? [] : [...times].map(time =>
    svg('line', {x1: x(time), x2: x(time), y1: 0, y2: height, stroke: 'var(--ink)', 'stroke-width': .9, 'stroke-dasharray': '2 3', opacity: .6}));
}
