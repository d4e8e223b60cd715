// Runs side by side: the sentences, a bar a run for each measure, slowdown by size, the table.

const RUN_COLOURS = ['#1f6fb2', '#e08a1e', '#2f8f5b', '#c4161c', '#8a56b8', '#4aa8a0', '#b3842c', '#d6336c', '#6b7a8c', '#7fa32a'];

function colour(run) {
  return RUN_COLOURS[data.runs.indexOf(run) % RUN_COLOURS.length];
}

function sentences() {
  return section('What matters', '', el('div', {}, data.runs.map(run => el('div', {class: 'row'},
    lineKey(colour(run), run.label), el('span', {}, run.headline)))));
}

/** Bars of one measure; the best is marked. */
function measure([name, better], i) {
  const values = data.runs.map(run => run.values[i]);
  const most = Math.max(...values.map(value => value || 0));
  if (!(most > 0)) return null;
  const known = values.filter(value => value !== null);
  const best = better === 'less' ? Math.min(...known) : better === 'more' ? Math.max(...known) : NaN;
  const differs = new Set(known).size > 1;
  const width = 560, left = 170, right = 440, pitch = 20;
  return el('div', {}, el('h3', {}, name + ' ', el('span', {class: 'why'}, better === 'neither' ? '' : better + ' is better')),
    svg('svg', {viewBox: `0 0 ${width} ${data.runs.length * pitch + 4}`, role: 'img', 'aria-label': name},
      data.runs.map((run, k) => {
        const y = k * pitch + 3, length = (values[k] || 0) / most * (right - left);
        const label = run.label.length > 27 ? run.label.slice(0, 26) + '…' : run.label;
        return telling(svg('g', {},
          svg('text', {x: left - 8, y: y + 12, 'text-anchor': 'end'}, label),
          svg('rect', {x: left, y, width: Math.max(length, 1), height: pitch - 6, rx: 2, fill: colour(run)}),
          svg('text', {x: left + Math.max(length, 1) + 7, y: y + 12, class: 'strong', 'font-weight': differs && values[k] === best ? 700 : 400},
            run.texts[i] + (differs && values[k] === best ? '  best' : ''))),
          () => `${run.label}\n${name}: ${run.texts[i]}`);
      })));
}

function slowdownBySize() {
  const all = data.runs.flatMap(run => run.bands);
  if (data.runs.every(run => run.bands.length < 3)) return null;
  const width = wide(), height = 300, left = 48;
  const middle = band => Math.sqrt(Math.max(1, band[0]) * Math.max(1, band[1]));
  const x = logarithmic(Math.min(...all.map(middle)), Math.max(...all.map(middle)) * 1.05, left, width - 10);
  const slowest = Math.max(2000, ...all.map(band => band[4])) * 1.1;
  const y = logarithmic(1000, slowest, height, 8);
  const line = (run, i, dash) => svg('path', {fill: 'none', stroke: colour(run), 'stroke-width': 2, 'stroke-dasharray': dash,
    d: path(run.bands.map(band => [x(middle(band)), y(band[i])]))});
  return section('Slowdown by flow size', 'Lines are p99, dashes the median.',
    el('div', {class: 'row'}, data.runs.map(run => lineKey(colour(run), run.label))),
    svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': 'slowdown by size'},
      logTicks(1000, slowest, slowest > 100000 ? [1] : [1, 2, 5]).map(value => svg('g', {},
        svg('line', {class: 'axis', x1: left, x2: width - 10, y1: y(value), y2: y(value)}),
        svg('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, (value / 1000).toLocaleString('en-US') + 'x'))),
      logTicks(Math.min(...all.map(middle)), Math.max(...all.map(middle)), [1]).map(value =>
        svg('text', {x: x(value), y: height + 15, 'text-anchor': 'middle'}, show.size(value))),
      svg('text', {x: (left + width) / 2, y: height + 31, 'text-anchor': 'middle'}, 'flow size'),
      data.runs.map(run => [line(run, 4), line(run, 3, '5 4')])));
}

function figuresTable() {
  return section('All figures', '', table([
    {label: 'measure', left: true, value: row => row.order, text: row => row.name},
    ...data.runs.map((run, k) => ({label: run.label, value: row => data.runs[k].values[row.order], text: row => run.texts[row.order]})),
  ], data.measures.map(([name], order) => ({name, order}))));
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = `${data.runs.length} runs side by side`;
  document.getElementById('page').replaceChildren(...[
    sentences(),
    section('Measures', '', el('div', {class: 'grid'}, data.measures.map(measure))),
    slowdownBySize(), figuresTable(),
  ].filter(Boolean));
}
