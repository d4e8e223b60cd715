// A search: the chosen settings beside today's, the front as a picture, the knobs that mattered.

/** How a value of an objective is written on an axis. */
function objectiveWords(objective, value) {
  const unit = objective.unit;
  return unit === 'time' ? show.time(Math.round(value)) : unit === 'size' ? show.size(Math.round(value)) : unit === 'rate' ? show.rate(Math.round(value))
    : unit === 'share' ? show.percent(value * 1000) : digits(value);
}

function finalistsSection() {
  if (!data.finalists.length) return null;
  const columns = [{label: '', left: true, value: row => row.order, text: row => row.name}, {label: 'today', value: row => row.order, text: row => row.today}];
  data.finalists.forEach((finalist, i) => columns.push({label: finalist.title, value: row => row.order, text: row => row.cells[i]}));
  return section('Settings', data.basis + ' In brackets: change from today, ± 95 % interval of the paired difference, ~: within noise.', table(columns, data.rows.map((row, order) => ({...row, order}))));
}

/** What decides: one finalist beside today's settings, on seeds that have chosen nothing. */
function confirmationSection() {
  if (!data.confirmation.rows.length) return null;
  const column = (label, key) => ({label, value: row => row.order, text: row => row[key]});
  return section('Confirmation', `${data.confirmation.words}. These seeds have chosen nothing, so they do not flatter the winner.`,
    table([{...column('', 'name'), left: true}, column('today', 'today'), column('found', 'found'), column('change', 'change'), column('so it is', 'judgement')],
      data.confirmation.rows.map((row, order) => ({...row, order}))));
}

/** A picture for each pair of objectives; with one objective, its values in order. */
function frontSection() {
  const measured = data.candidates.filter(candidate => candidate.values.length);
  if (measured.length < 2) return null;
  const pairs = [];
  for (let a = 0; a < data.objectives.length; a++) for (let b = a + 1; b < data.objectives.length; b++) pairs.push([a, b]);
  const key = (mark, words) => el('span', {class: 'key'}, svg('svg', {class: 'mark', viewBox: '0 0 16 16'}, mark(8, 8)), words);
  return section(pairs.length ? 'Front' : 'All settings',
    `Each mark is one setting, ${show.count(data.candidates.length)} in all; far ones lie at the edge.${isCrowded() ? '' : ' Lines: standard error of the estimate.'}`,
    el('div', {class: 'row'}, key(frontMark, 'front: no other setting is better in every objective'), key(otherMark, 'other'), key(faultMark, 'violates a constraint'), key(todayMark, 'today'), key(chosenMark, 'chosen')),
    el('div', {class: 'grid'}, pairs.length
      ? pairs.map(([a, b]) => el('div', {}, el('h3', {}, `${data.objectives[b].name} over ${data.objectives[a].name}`),
        sized(width => drawPair(measured, a, b, width))))
      : el('div', {}, el('h3', {}, data.objectives[0].name), sized(width => drawOne(measured, width)))));
}

/** Whether the front has more settings than can show their errors. */
function isCrowded() {
  return data.front.length > 40;
}

const otherMark = (x, y) => svg('circle', {cx: x, cy: y, r: 2.5, fill: 'var(--faint)', opacity: .7});
const frontMark = (x, y) => svg('circle', {cx: x, cy: y, r: 4, fill: 'var(--accent)'});
const faultMark = (x, y) => svg('path', {d: `M${x - 3} ${y - 3}L${x + 3} ${y + 3}M${x + 3} ${y - 3}L${x - 3} ${y + 3}`, stroke: 'var(--warn)', 'stroke-width': 1.4});
const todayMark = (x, y) => svg('rect', {x: x - 5, y: y - 5, width: 10, height: 10, fill: 'none', stroke: 'var(--ink)', 'stroke-width': 2});
const chosenMark = (x, y) => svg('path', {d: `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z`, fill: 'none', stroke: 'var(--good)', 'stroke-width': 2.2});

/** Settings at their places: thousands of them are two lines of dots and crosses, and only marks that matter are elements of their own. */
function marks(placed) {
  const others = placed.filter(({candidate}) => !candidate.front && !candidate.fault), faults = placed.filter(({candidate}) => candidate.fault);
  const size = others.length > 500 ? 3 : 5;
  return [
    svg('path', {class: 'others', d: others.map(({x, y}) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join(''), stroke: 'var(--faint)', 'stroke-width': size, 'stroke-linecap': 'round', opacity: others.length > 500 ? .5 : .7}),
    svg('path', {class: 'faults', d: faults.map(({x, y}) => `M${(x - 3).toFixed(1)} ${(y - 3).toFixed(1)}l6 6m0 -6l-6 6`).join(''), stroke: 'var(--warn)', 'stroke-width': 1.2, fill: 'none', opacity: faults.length > 500 ? .5 : 1}),
    placed.filter(({candidate}) => candidate.front && !candidate.fault).map(({x, y}) => frontMark(x, y)),
    placed.filter(({candidate}) => candidate.today).map(({x, y}) => todayMark(x, y)),
    placed.filter(({candidate}) => candidate.chosen).map(({x, y}) => chosenMark(x, y))];
}

/** A drawing that tells of the setting nearest to the pointer; of several at one place of the one that matters most. */
function tellingNearest(drawing, placed) {
  const order = [...placed].sort((one, other) => rank(other.candidate) - rank(one.candidate));
  drawing.addEventListener('mousemove', event => {
    const box = drawing.getBoundingClientRect(), scale = drawing.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    let nearest = null, least = 12;
    for (const each of order) {
      const distance = Math.hypot(each.x - x, each.y - y);
      if (distance < least - .5) [nearest, least] = [each, distance];
    }
    nearest ? tip.show(event, wordsOf(nearest.candidate)) : tip.hide();
  });
  drawing.addEventListener('mouseleave', tip.hide);
  return drawing;
}

/**
 * Values of the front, today's and the chosen settings, with three times as much beside them, and no more than nearly all
 * candidates have. Far ones lie at the edge, so that the front is not a dot.
 */
function rangeOf(measured, i) {
  const values = measured.map(candidate => candidate.values[i]).sort((a, b) => a - b);
  const kept = measured.filter(candidate => candidate.front || candidate.today || candidate.chosen).map(candidate => candidate.values[i]);
  const low = Math.min(...kept), high = Math.max(...kept), beside = high > low ? 3 * (high - low) : Infinity;
  const least = Math.min(Math.max(values[Math.floor(values.length * .02)], low - beside), low);
  const most = Math.max(Math.min(values[Math.ceil(values.length * .95) - 1], high + beside), high);
  const room = (most - least || Math.abs(most) || 1) * .06;
  return [least - room, most + room];
}

function drawPair(measured, a, b, width) {
  const top = 22, height = 320, left = 70, right = width - 12;
  const [leastX, mostX] = rangeOf(measured, a), [leastY, mostY] = rangeOf(measured, b);
  const x = linear(leastX, mostX, left, right), y = linear(leastY, mostY, height, top);
  const within = (value, from, to) => Math.min(Math.max(value, from), to);
  const placed = measured.map(candidate => ({candidate, x: within(x(candidate.values[a]), left, right), y: within(y(candidate.values[b]), top, height)}));
  return tellingNearest(svg('svg', {viewBox: `0 0 ${width} ${height + 38}`, role: 'img', 'aria-label': `${data.objectives[b].name} over ${data.objectives[a].name} of all settings`},
    svg('text', {x: left, y: 10}, axisWords(data.objectives[b])),
    levels(ticks(leastY, mostY, 5), y, left, right, value => objectiveWords(data.objectives[b], value)),
    below(ticks(leastX, mostX, Math.max(2, Math.floor(width / 130))), x, height, value => objectiveWords(data.objectives[a], value), left, right, axisWords(data.objectives[a])),
    isCrowded() ? null : measured.filter(candidate => candidate.front).map(candidate => bars(candidate, a, b, x, y, [left, right], [top, height])),
    marks(placed)), placed);
}

function axisWords(objective) {
  return `${objective.name} (${objective.better} is better)`;
}

/** Marks that matter lie above the others. */
function rank(candidate) {
  return (candidate.chosen ? 4 : 0) + (candidate.today ? 2 : 0) + (candidate.front ? 1 : 0);
}

function bars(candidate, a, b, x, y, [left, right], [top, bottom]) {
  const line = (x1, y1, x2, y2) => svg('line', {x1, y1, x2, y2, stroke: 'var(--accent)', 'stroke-width': 1, opacity: .6});
  const [va, vb] = [candidate.values[a], candidate.values[b]], [ea, eb] = [candidate.errors[a], candidate.errors[b]];
  return [
    ea > 0 && line(Math.max(left, x(va - ea)), y(vb), Math.min(right, x(va + ea)), y(vb)),
    eb > 0 && line(x(va), Math.max(top, y(vb + eb)), x(va), Math.min(bottom, y(vb - eb)))];
}

/** One objective: settings in the order in which they were run. */
function drawOne(measured, width) {
  const top = 22, height = 280, left = 70, right = width - 12, [least, most] = rangeOf(measured, 0);
  const x = linear(0, measured.length - 1, left + 8, right - 8), y = linear(least, most, height, top);
  const placed = measured.map((candidate, i) => ({candidate, x: x(i), y: Math.min(height, Math.max(top, y(candidate.values[0])))}));
  return tellingNearest(svg('svg', {viewBox: `0 0 ${width} ${height + 24}`, role: 'img', 'aria-label': `${data.objectives[0].name} of all settings in the order of the runs`},
    svg('text', {x: left, y: 10}, axisWords(data.objectives[0])),
    levels(ticks(least, most, 5), y, left, right, value => objectiveWords(data.objectives[0], value)),
    svg('text', {x: (left + right) / 2, y: height + 18, 'text-anchor': 'middle'}, 'settings, in the order of the search'),
    marks(placed)), placed);
}

function wordsOf(candidate) {
  return [candidate.name, ...data.objectives.map((objective, i) => `${objective.name}: ${candidate.texts[i]}`), candidate.fault || '', `${candidate.runs} runs`].filter(Boolean).join('\n');
}

function frontTable() {
  if (data.front.length < 2) return null;
  return section('Settings of the front', 'headroom tune DIR --pick N writes the scenario with the settings of row N.', table([
    {label: '#', value: row => row.number},
    ...data.objectives.map((objective, i) => ({label: objective.name, value: row => row.values[i], text: row => row.texts[i]})),
    {label: 'settings', left: true, wrap: true, value: row => row.name, text: row => row.name},
  ], data.front));
}

/** For each objective a bar for each knob: alone, and with all its interactions. */
function sensitivitySection() {
  const known = data.effects.filter(effect => effect.knobs.length);
  const notes = data.effects.filter(effect => !effect.knobs.length).map(effect => el('p', {class: 'note'}, `${effect.name}: ${effect.words}`));
  if (!known.length && !notes.length) return null;
  return section('Knobs that matter', 'Share of the variance of an objective between settings that a knob explains: alone (full bar) and with its interactions (outline). Lines: standard error.',
    notes,
    el('div', {class: 'grid'}, known.map(effect => el('div', {}, el('h3', {}, effect.name + ' ', el('span', {class: 'why'}, effect.words)), sized(width => drawShares(effect, width))))));
}

function drawShares(effect, width) {
  const pitch = 24, knobs = effect.knobs;
  const left = Math.min(Math.round(width * .5), Math.max(...knobs.map(knob => widthOf(knob.knob))) + 12), right = width - 54;
  const x = linear(0, 1, left, right), words = share => (share * 100).toFixed(share < .0995 ? 1 : 0) + ' %';
  return svg('svg', {viewBox: `0 0 ${width} ${knobs.length * pitch + 22}`, role: 'img', 'aria-label': `share of the variance of ${effect.name} by knob`},
    knobs.map((knob, row) => {
      const y = row * pitch + 4, middle = y + (pitch - 8) / 2;
      return telling(svg('g', {},
        svg('text', {x: left - 8, y: y + 12, 'text-anchor': 'end'}, fitted(knob.knob, left - 10)),
        svg('rect', {x: left, y: y, width: Math.max(1, x(Math.max(0, knob.main)) - left), height: pitch - 8, rx: 2, fill: 'var(--accent)'}),
        svg('rect', {x: left, y: y, width: Math.max(1, x(Math.max(0, knob.total)) - left), height: pitch - 8, rx: 2, fill: 'none', stroke: 'var(--accent)', 'stroke-width': 1.4}),
        svg('line', {x1: x(Math.max(0, knob.total - knob.error)), x2: x(Math.min(1, knob.total + knob.error)), y1: middle, y2: middle, stroke: 'var(--ink)', opacity: .6}),
        svg('text', {x: right + 6, y: y + 12, class: 'strong'}, words(Math.max(0, knob.total)))),
      () => `${knob.knob}\nalone ${words(Math.max(0, knob.main))}, with others ${words(Math.max(0, knob.total))}`);
    }));
}

/** How an objective follows each knob that matters. */
function curvesSection() {
  const drawn = data.effects.flatMap(effect => effect.knobs.filter(knob => knob.total >= .05 && knob.curve.length > 1).map(knob => [effect, knob]));
  if (!drawn.length) return null;
  return section('How they act', 'Mean of the objective at each value of a knob, over all values of the other knobs, by a model of the runs.',
    el('div', {class: 'grid'}, drawn.map(([effect, knob]) => el('div', {}, el('h3', {}, `${effect.name} over ${knob.knob}`), sized(width => drawCurve(effect, knob, width))))));
}

function drawCurve(effect, knob, width) {
  const height = 150, left = 70, right = width - 16, curve = knob.curve, means = curve.map(point => point[1]);
  const least = Math.min(...means), most = Math.max(...means), room = (most - least || Math.abs(most) || 1) * .1;
  const x = linear(0, curve.length - 1, left + 6, right - 6), y = linear(least - room, most + room, height, 8);
  const every = Math.ceil(curve.length * 70 / (right - left)), objective = data.objectives[effect.at];
  return svg('svg', {viewBox: `0 0 ${width} ${height + 24}`, role: 'img', 'aria-label': `${effect.name} over ${knob.knob}`},
    levels(ticks(least - room, most + room, 4), y, left, right, value => objectiveWords(objective, value)),
    svg('polyline', {points: curve.map((point, i) => `${x(i).toFixed(1)},${y(point[1]).toFixed(1)}`).join(' '), fill: 'none', stroke: 'var(--accent)', 'stroke-width': 1.6}),
    curve.map((point, i) => [i % every ? null : svg('text', {x: x(i), y: height + 18, 'text-anchor': 'middle'}, fitted(point[0], 66)),
      telling(svg('circle', {cx: x(i), cy: y(point[1]), r: curve.length > 30 ? 2 : 3.5, fill: 'var(--accent)'}), () => `${knob.knob} ${point[0]}\n${effect.name} ${objectiveWords(objective, point[1])}`)]));
}

function presetsSection() {
  if (!data.presets.length) return null;
  return section('Beside the presets', 'The chosen settings and each preset on the same unseen seeds.', el('ul', {}, data.presets.map(line => el('li', {}, whole(line)))));
}

function robustnessSection() {
  if (!data.robustness.length) return null;
  return section('The same settings under other conditions', 'Seeds that the search has not seen; changes from today\'s settings under the same condition.',
    el('ul', {}, data.robustness.map(line => el('li', {}, whole(line)))));
}

function rulesSection() {
  return section('Constraints', 'No setting is recommended that violates one of these in any run.', el('ul', {}, data.constraints.map(line => el('li', {}, line))));
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = data.what;
  document.getElementById('page').replaceChildren(...[
    headline(data.verdict, !!data.good, data.flat && el('p', {class: 'note'}, whole(data.flat))),
    finalistsSection(), confirmationSection(), frontSection(), frontTable(), sensitivitySection(), curvesSection(), presetsSection(), robustnessSection(), rulesSection(),
  ].filter(Boolean));
  fit();
}
