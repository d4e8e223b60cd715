// Variants side by side: who leads, the sentence of each, a bar a run for each measure, how they went over time, the table.

/** Six colours that color-blind people tell apart, and dashes beside them. */
const RUN_COLOURS = {
  light: ['#0072b2', '#b85c00', '#00805c', '#a8457f', '#5b5b5b', '#3f95cf'],
  dark: ['#56b4e9', '#f0a03c', '#2fc79b', '#e18fbc', '#e6ebf1', '#a99bf0'],
};
const RUN_DASHES = ['', '7 3', '2 3', '10 3 2 3', '4 2', '12 5'];

/** Of more variants than can be told apart by colour, a few have one at a time; whoever reads picks them. */
const LARGE = data.runs.length > data.few;
const marked = (LARGE ? data.ranked.slice(0, data.few) : data.runs.map((_, i) => i)).map(i => data.runs[i]);

function isMarked(run) {
  return marked.includes(run);
}

function colour(run) {
  return isMarked(run) ? RUN_COLOURS[dark() ? 'dark' : 'light'][marked.indexOf(run)] : 'var(--faint)';
}

/** Of a line of a run; none for one without a colour. */
function dashes(run) {
  return isMarked(run) && RUN_DASHES[marked.indexOf(run)] || undefined;
}

/** A key may be told by its last part where no other ends in the same. */
const KEYS_TOLD = data.keyNames.map((key, i, all) => {
  const last = key.replace(/^.*[.]/, '');
  return all.some((other, k) => k !== i && other.replace(/^.*[.]/, '') === last) ? key : last;
});

for (const run of data.runs) {
  if (run.settings.length) run.label = run.settings.map((value, i) => `${KEYS_TOLD[i]}=${value}`).join(', ');
}

/** Those without a colour first, so that the others lie over them. */
function inOrder(runs) {
  return [...runs].sort((a, b) => isMarked(a) - isMarked(b));
}

/** Gives a variant a colour, or takes it away; of too many the last one loses its own. */
function toggle(run) {
  if (isMarked(run)) marked[marked.indexOf(run)] = null;
  else marked[marked.includes(null) ? marked.indexOf(null) : data.few - 1] = run;
  const at = scrollY;
  render();
  scrollTo(0, at);
}

function runKeys() {
  return el('div', {class: 'row'}, (LARGE ? data.ranked.map(i => data.runs[i]) : data.runs).map(run => LARGE
    ? el('button', {class: 'key', 'aria-pressed': String(isMarked(run)), title: 'Turn the color on or off', onclick: () => toggle(run)},
      swatch(colour(run), dashes(run)), run.label)
    : lineKey(colour(run), run.label, dashes(run))),
  LARGE ? el('span', {class: 'key'}, `Gray: all other variants; click to add a color, up to ${data.few} at a time.`) : null);
}

function reportLink(run, words) {
  return el('a', {href: run.report.split('/').map(encodeURIComponent).join('/') + '/report.html'}, words);
}

/** Which of several runs of a variant a curve is of. */
function ofSeed() {
  return data.seeds.length > 1 ? ` From the runs with seed ${data.seeds[0]}.` : '';
}

/** What each variant's run says of itself; variants of which the same is said stand together. */
function sentences() {
  const same = new Map();
  for (const run of data.runs) same.set(run.headline, [...(same.get(run.headline) || []), run]);
  return section('Headline of each variant', (data.keys ? `Varied settings: ${data.keys}.` : '') + ofSeed(), el('div', {class: 'runs'}, [...same].map(([text, runs]) => [
    el('div', {}, runs.map(run => el('div', {}, lineKey(colour(run), run.label, dashes(run))))),
    el('div', {}, whole(text), runs.map(run => run.report
      ? [' ', reportLink(run, runs.length > 1 ? `report of ${run.label}` : 'its report')] : null))])));
}

/** Whether a measure is the same in all runs. */
function isSame(i) {
  return data.runs.every(run => run.texts[i] === data.runs[0].texts[i]);
}

function measuresSection() {
  const all = data.measures.map((_, i) => i);
  const different = all.filter(i => !isSame(i)).sort((a, b) => (b === data.judge) - (a === data.judge));
  const same = all.filter(isSame).map(i => `${data.measures[i][0]} ${data.runs[0].texts[i]}`);
  return section('Measures', `Each figure is followed by its change from the first variant; ${data.legend}.`
      + (data.seeds.length > 1 ? ` Bars are means of ${data.seeds.length} seeds, with a line for the 95 % confidence interval and a stroke for each seed; ~: within the noise of the seeds.` : '')
      + (same.length ? ` Equal for all: ${same.join(', ')}.` : ''),
    different.length ? el('div', {class: 'grid'}, different.map(bars)) : null);
}

/** Bars of one measure; of one seed the least or the most is in bold. */
function bars(i) {
  const [name, better] = data.measures[i];
  return el('div', {}, el('h3', {}, name + ' ', el('span', {class: 'why'}, better === 'neither' ? '' : better + ' is better')),
    sized(width => drawBars(i, name, better, width), false));
}

/** The least and the most that a bar with its spread takes. */
function reaches(run, i) {
  const [low, high, , values] = run.spreads[i];
  return run.spreads[i].length ? [Math.min(low, ...values), Math.max(high, ...values)] : [run.values[i] || 0, run.values[i] || 0];
}

/** On a bar: a line over the interval of its mean, a stroke for each seed. */
function spreadOn(run, i, x, y, height) {
  const [low, high, , values] = run.spreads[i];
  return run.spreads[i].length ? svg('g', {stroke: 'var(--ink)'},
    svg('line', {x1: x(Math.max(0, low)), x2: x(high), y1: y + height / 2, y2: y + height / 2, 'stroke-width': 1.4}),
    values.map(value => svg('line', {x1: x(value), x2: x(value), y1: y + 3, y2: y + height - 3, 'stroke-width': 1}))) : null;
}

function drawBars(i, name, better, width) {
  const runs = LARGE ? data.ranked.map(k => data.runs[k]) : data.runs;
  const values = runs.map(run => run.values[i]), first = data.runs[0].values[i];
  const most = Math.max(...runs.map(run => reaches(run, i)[1])) || 1;
  const known = values.filter(value => value !== null);
  const best = better === 'less' ? Math.min(...known) : better === 'more' ? Math.max(...known) : NaN;
  const words = run => run.texts[i] + (run.changes[i] ? '  ' + run.changes[i] : '');
  const pitch = 20, left = Math.min(260, Math.round(width * .42), Math.max(...data.runs.map(run => widthOf(run.label))) + 10);
  const right = width - Math.max(...data.runs.map(run => widthOf(words(run), 700))) - 12;
  const x = linear(0, most, left, right);
  return svg('svg', {viewBox: `0 0 ${width} ${runs.length * pitch + 4}`, role: 'img', 'aria-label': name},
    runs.map((run, k) => {
      const y = k * pitch + 3, length = Math.max(1, x(values[k] || 0) - left), end = Math.max(left + length, x(reaches(run, i)[1]));
      return telling(svg('g', {},
        svg('text', {x: left - 8, y: y + 12, 'text-anchor': 'end'}, fitted(run.label, left - 10)),
        svg('rect', {x: left, y, width: length, height: pitch - 6, rx: 2, fill: colour(run), opacity: run.spreads[i].length ? .75 : 1}),
        spreadOn(run, i, x, y, pitch - 6),
        svg('text', {x: end + 7, y: y + 12, class: 'strong', 'font-weight': values[k] === best && data.seeds.length === 1 ? 700 : 400},
          run.texts[i], run.changes[i] && svg('tspan', {fill: run.changes[i].startsWith('~') ? 'var(--soft)' : changeColour(better, values[k], first)}, '  ' + run.changes[i]))),
        () => `${run.label}\n${name}: ${words(run)}` + (values[k] === best ? better === 'less' ? ', least' : ', most' : '')
          + (run.spreads[i].length ? `\n${run.spreads[i][2]}` : ''));
    }));
}

function changeColour(better, value, first) {
  return better === 'neither' || value === null || first === null ? 'var(--soft)'
    : (better === 'less') === (value < first) ? 'var(--good)' : 'var(--warn)';
}

/** All runs in one picture, over their time. */
function overTime() {
  const sampled = data.runs.filter(run => run.course.sent.length > 1);
  if (!sampled.length) return null;
  return section('Over time', 'Total send rate of all hosts, and the deepest queue of all ports, from the start of each run.' + ofSeed(), runKeys(),
    el('div', {class: 'grid'},
      courses('total send rate of all hosts', sampled, run => run.course.sent, show.rate),
      courses('deepest queue', sampled, run => run.course.deepest, show.size)));
}

function courses(title, runs, values, words) {
  return el('div', {}, el('h3', {}, title), sized(width => {
    const height = 170, left = 60, right = width - 12;
    const end = Math.max(...runs.map(({course}) => course.fromPs + course.sent.length * course.stepPs));
    const x = linear(0, end, left, right);
    const most = Math.max(1, ...runs.map(run => Math.max(...values(run))));
    const y = linear(0, most, height, 8);
    return svg('svg', {viewBox: `0 0 ${width} ${height + 20}`, role: 'img', 'aria-label': title},
      timeAxis(x, height, right, left),
      levels(ticks(0, most, 4), y, left, right, words),
      inOrder(runs).map(run => svg('path', {fill: 'none', stroke: colour(run), 'stroke-dasharray': dashes(run), 'stroke-width': isMarked(run) ? 1.6 : 1,
        d: path(values(run).map((value, i) => [x(run.course.fromPs + (i + 1) * run.course.stepPs), y(value)]))})));
  }));
}

const FLOWS_DRAWN = 12;

/** The same flow in all runs that traced it, a line a run. */
function tracedFlows() {
  const numbers = [...new Set(data.runs.flatMap(run => run.traces.flows.map(flow => flow.flow)))].sort((a, b) => a - b);
  if (!numbers.length) return null;
  const more = numbers.length - FLOWS_DRAWN;
  return section('Traced flows', 'Each flow in all runs that traced it, from the start of each run. Goodput is averaged over a sixtieth of the time.'
      + (more > 0 ? ` The first ${FLOWS_DRAWN}; ${more} more are in each run\u2019s traces.parquet.` : ''), runKeys(),
    el('div', {class: 'grid'}, numbers.slice(0, FLOWS_DRAWN).map(tracedFlow)));
}

function tracedFlow(number) {
  const found = inOrder(data.runs).map(run => ({run, flow: run.traces.flows.find(flow => flow.flow === number)})).filter(each => each.flow)
    .map(each => ({...each, traces: each.flow.axis}));
  const {path, bytes} = found[0].flow;
  return el('div', {}, el('h3', {}, `flow ${number} `, el('span', {class: 'why'}, `${path}, ${show.size(bytes)}`)), sized(width => drawTraces(number, found, width)));
}

/** What any of the runs has, a strip each. */
function stripsAcross(found, at) {
  return [
    ['goodput', show.rate, ({traces, flow}) => goodputOf(traces, flow)],
    ['rate', show.rate, ({flow}) => isSteady(flow) ? null : flow.rateBps],
    ['window', show.size, ({flow}) => flow.windowBytes],
    ['in flight', show.size, ({flow}) => flow.inFlightBytes],
    ['RTT', show.time, ({flow}) => flow.rttPs],
  ].map(([name, words, of]) => ({name, words,
    lines: found.map(each => [of(each), colour(each.run), 1.4, at(each.traces), each]).filter(([values]) => values)}))
    .filter(strip => strip.lines.length);
}

function drawTraces(number, found, width) {
  const {height, apart: gap, left} = STRIP, right = width - 14;
  const from = Math.min(...found.map(({traces}) => traces.fromPs)), end = Math.max(...found.map(({traces}) => traces.fromPs + traces.points * traces.stepPs));
  const x = linear(from, end, left, right);
  const strips = stripsAcross(found, traces => i => x(traces.fromPs + (i + 1) * traces.stepPs));
  const whole = strips.length * (height + gap) - gap;
  const drawing = svg('svg', {viewBox: `0 0 ${width} ${whole + 22}`, role: 'img',
    'aria-label': `flow ${number}, ${found[0].flow.path}, in ${found.length} runs: ${strips.map(strip => strip.name).join(', ')}`},
    timeAxis(x, whole, right, left),
    strips.map((strip, i) => drawStrip(strip, null, i * (height + gap), right)));
  return telling(drawing, event => {
    const box = drawing.getBoundingClientRect();
    const time = Math.max(from, Math.min(end, x.back((event.clientX - box.left) / box.width * width)));
    return `at ${show.time(time)}\n` + strips.map(strip => valuesAcross(strip, time)).filter(Boolean).join('\n');
  });
}

/** What each run had at that time; of those that were over, nothing. */
function valuesAcross({name, words, lines}, time) {
  const told = lines.map(([values, , , , {run, traces}]) => [run, values[pointAt(traces, time)], time <= traces.fromPs + traces.points * traces.stepPs])
    .filter(([, value, runs]) => runs && value !== ABSENT);
  return told.length ? `${name}: ${told.map(([run, value]) => `${run.label} ${words(value)}`).join(', ')}` : null;
}

/** The share of flows that have at most so much, a line a run. */
function slowdowns() {
  const runs = data.runs.filter(run => run.slowdowns.length > 1);
  if (!runs.length) return null;
  return section('Slowdown', 'Slowdown is completion time divided by that of the same flow alone on its path. Lines further to the left are better; with many flows, they show a sample.' + ofSeed(),
    runKeys(), sized(width => drawShares(inOrder(runs).map(run => ({colour: colour(run), dashes: dashes(run), values: run.slowdowns})), width)));
}

function slowdownBySize() {
  if (data.runs.every(run => run.bands.length < 3)) return null;
  return section('Slowdown by flow size', 'Thick lines are p99, thin ones the median.' + ofSeed(), runKeys(), sized(drawSizes));
}

function drawSizes(width) {
  const all = data.runs.flatMap(run => run.bands);
  const height = 300, left = 54;
  const middle = band => Math.sqrt(Math.max(1, band[0]) * Math.max(1, band[1]));
  const [least, most] = [Math.min(...all.map(middle)), Math.max(...all.map(middle))];
  const x = logarithmic(least, most * 1.05, left, width - 10);
  const slowest = Math.max(2000, ...all.map(band => band[4])) * 1.1;
  const y = logarithmic(1000, slowest, height, 8);
  const line = (run, i, thick) => svg('path', {fill: 'none', stroke: colour(run), 'stroke-width': thick, 'stroke-dasharray': dashes(run),
    d: path(run.bands.map(band => [x(middle(band)), y(band[i])]))});
  return svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': 'slowdown by size'},
    levels(logTicks(1000, slowest, slowest > 100000 ? [1] : [1, 2, 5]), y, left, width - 10, times),
    below(logTicks(least, most, [1]), x, height, show.size, left, width, 'flow size'),
    inOrder(data.runs).map(run => [line(run, 4, 2.4), line(run, 3, 1.1)]));
}

function figuresTable() {
  if (LARGE) return figuresByRun();
  return section('All figures', `Each figure is followed by its change from the first variant; ${data.legend}.` + seedsNote(), table([
    {label: 'measure', left: true, value: row => row.order, text: row => row.name},
    ...data.runs.map((run, k) => ({label: run.label, value: row => data.runs[k].values[row.order],
      text: row => run.texts[row.order] + reachOf(run, row.order) + (run.changes[row.order] ? ` (${run.changes[row.order]})` : '')})),
  ], data.measures.map(([name], order) => ({name, order}))));
}

/** A row for each variant: as columns so many would not be seen together. */
function figuresByRun() {
  const shown = data.measures.map((_, i) => i).filter(i => !isSame(i));
  return section('All figures', 'Figures that differ between variants.' + seedsNote(), table([
    ...variantColumns(k => k),
    ...shown.map(i => ({label: data.measures[i][0], value: k => data.runs[k].values[i] === null ? Infinity : data.runs[k].values[i],
      text: k => data.runs[k].texts[i] + reachOf(data.runs[k], i)})),
  ], data.runs.map((_, k) => k)));
}

function notRun() {
  if (!data.refused.length) return null;
  const column = (label, i) => ({label, left: true, value: row => row[i], text: row => row[i]});
  return section('Not run', 'Incompatible settings, failed runs, and runs that were skipped after an interruption.', table([column('run', 0), column('why', 1)], data.refused));
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = `Comparison of ${data.runs.length} variants` + (data.seeds.length > 1 ? `, ${data.seeds.length} seeds each` : '');
  document.getElementById('page').replaceChildren(...[
    headline(data.verdict, null),
    ...(LARGE ? [rankingSection(), effectsSection()] : [sentences()]), measuresSection(), overTime(), tracedFlows(), slowdowns(), slowdownBySize(), figuresTable(),
    notRun(),
  ].filter(Boolean));
  fit();
}
