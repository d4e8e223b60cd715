// Many variants: a row each, and what each value of each key that was varied comes to.

/** A row for each variant, whoever leads first; a click on a head sorts. */
function rankingSection(title = 'All variants') {
  const order = new Map(data.ranked.map((run, place) => [run, place]));
  const shown = data.looked.filter(i => i >= 0);
  const text = (run, i) => data.runs[run].texts[i] + reachOf(data.runs[run], i);
  return section(title, `Best first, by ${data.measures[data.judge][0]}. * is the best, or not distinguishable from the best.` + seedsNote(), table([
    ...variantColumns(run => order.get(run)),
    ...shown.map(i => ({label: data.measures[i][0], value: run => data.runs[run].values[i] === null ? Infinity : data.runs[run].values[i], text: run => text(run, i)})),
  ], data.ranked), reportLinks());
}

/** A column for each key that was varied; where there is none, one for the variant. The best have a star. */
function variantColumns(order) {
  const star = run => data.runs[run].leads ? '* ' : '';
  const keys = data.keyNames || [];
  if (!keys.length) return [{label: data.keys || 'variant', left: true, value: order, text: run => star(run) + data.runs[run].label}];
  return keys.map((key, i) => ({label: key, left: true, value: i ? run => data.runs[run].settings[i] : order, text: run => (i ? '' : star(run)) + data.runs[run].settings[i]}));
}

function reportLinks() {
  const linked = data.ranked.map(run => data.runs[run]).filter(run => run.report);
  return linked.length ? el('p', {class: 'note'}, 'Reports: ', linked.map((run, i) => [i ? ', ' : '', reportLink(run, run.label)])) : null;
}

/** Half the interval of a mean, in words. */
function reachOf(run, i) {
  return run.spreads[i].length ? ` \u00b1${run.spreads[i][4]}` : '';
}

function seedsNote() {
  return data.seeds.length > 1 ? ` Means of ${data.seeds.length} seeds, \u00b1 95 % confidence interval.` : ` With seed ${data.seeds[0]}.`;
}

function effectsSection() {
  const effects = data.effects;
  if (!effects) return null;
  const rows = effects.levels.map((level, order) => ({...level, order}));
  return section('Effect of each value',
    'Means over all values of the other keys; in brackets the difference from the mean over all values of the key'
      + (data.isGrid === false ? ', \u00b1 95 % confidence interval over the settings of the sample.'
        : data.seeds.length > 1 ? ', \u00b1 the interval of 95 %; ~: no more than the noise of the seeds.' : ', by one seed.'),
    table([
      {label: 'value', left: true, value: row => row.order, text: row => `${row.key}=${row.value}`},
      ...effects.measures.map((i, k) => ({label: data.measures[i][0], value: row => row.cells[k].length > 1 ? row.cells[k][1] : Infinity, text: row => row.cells[k][0]})),
    ], rows),
    el('div', {class: 'grid'}, effects.measures.map((i, k) => effects.levels.some(level => level.cells[k].length > 1 && matters(level.cells[k])) ? effectDots(i, k) : null)),
    effects.together.map(text => el('p', {class: 'note'}, whole(text))));
}

/** Whether an effect is more than the rounding of a sum. */
function matters([, mean, effect]) {
  return Math.abs(effect) > 1e-9 * Math.abs(mean);
}

function effectDots(i, k) {
  const [name, better] = data.measures[i];
  return el('div', {}, el('h3', {}, name + ' ', el('span', {class: 'why'}, 'from the mean; ' + (better === 'neither' ? '' : better + ' is better'))),
    sized(width => drawEffects(k, name, better, width), false));
}

/** A dot for each value where its mean lies, a line as far as its interval reaches. */
function drawEffects(k, name, better, width) {
  const levels = data.effects.levels, pitch = 20;
  const words = levels.map(level => `${level.key}=${level.value}`);
  const left = Math.min(Math.round(width * .45), Math.max(...words.map(word => widthOf(word))) + 12);
  const right = width - Math.max(...levels.map(level => widthOf(level.cells[k][4] || '-'))) - 14;
  const known = levels.map(level => level.cells[k]).filter(cell => cell.length > 1);
  const most = Math.max(1e-30, ...known.map(([, , effect, reach]) => Math.abs(effect) + reach));
  const x = linear(-most, most, left + 6, right - 6);
  const good = cell => better === 'neither' || !matters(cell) ? 'var(--soft)' : (better === 'less') === (cell[2] < 0) ? 'var(--good)' : 'var(--warn)';
  const height = levels.length * pitch + 4;
  return svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'effects on ' + name},
    svg('line', {class: 'axis', x1: x(0), x2: x(0), y1: 0, y2: height}),
    levels.map((level, row) => {
      const y = row * pitch + 12, cell = level.cells[k];
      const isFirst = row > 0 && levels[row - 1].key !== level.key;
      return telling(svg('g', {},
        isFirst && svg('line', {class: 'axis', x1: 0, x2: width, y1: y - 11, y2: y - 11}),
        svg('text', {x: left - 8, y: y + 4, 'text-anchor': 'end'}, fitted(words[row], left - 10)),
        cell.length > 1 && cell[3] > 0 && svg('line', {x1: x(cell[2] - cell[3]), x2: x(cell[2] + cell[3]), y1: y, y2: y, stroke: good(cell), 'stroke-width': 1.5}),
        cell.length > 1 && svg('circle', {cx: x(cell[2]), cy: y, r: 4, fill: good(cell)}),
        svg('text', {x: right + 6, y: y + 4, class: 'strong'}, cell[4] || '-')),
      () => `${words[row]}\n${name}: ${cell[0]}`);
    }));
}
