// Something measured over a size: curves, bars and a table with the same figures.

/** Colours and dashes of kinds of curves. */
const KINDS = {
  measured: {colour: 'var(--queue)'},
  found: {colour: 'var(--p95)', dashes: '6 4'},
  fixed: {colour: 'var(--good)', dashes: '2 3'},
  model: {colour: 'var(--soft)', dashes: '6 4'},
};

function curvesSection(chart) {
  return section(chart.title, chart.note,
    el('div', {class: 'row'}, chart.curves.map(({kind, name}) => lineKey(KINDS[kind].colour, name, KINDS[kind].dashes))),
    sized(width => drawCurves(chart, width)));
}

/** What a drawing of curves shows, for whoever does not see it. */
function curveWords(chart) {
  return `${chart.title} over the size. ` + chart.curves.map(({name, values, texts}) => {
    const known = values.filter(value => value !== null);
    return `${name}: ${texts[0]} at ${data.sizes[0].text}, ${texts.at(-1)} at ${data.sizes.at(-1).text}, at most ${texts[values.indexOf(Math.max(...known))]}`;
  }).join('; ') + '.';
}

function drawCurves(chart, width) {
  const height = 260, left = 66, right = width - 14;
  const values = chart.curves.flatMap(curve => curve.values).filter(value => value > 0);
  const most = Math.max(...values), least = Math.min(...values);
  const bytes = data.sizes.map(size => size.bytes);
  const x = logarithmic(bytes[0], bytes.length > 1 ? bytes.at(-1) : bytes[0] * 10, left + 6, right - 6);
  const y = chart.unit === 'time' ? logarithmic(least / 1.3, most * 1.3, height, 8) : linear(0, most * 1.05, height, 8);
  const words = value => chart.unit === 'time' ? show.time(value) : value === 0 ? '0' : digits(value);
  const marks = chart.unit === 'time' ? logTicks(least / 1.3, most * 1.3, most / least > 300 ? [1] : [1, 2, 5]) : ticks(0, most * 1.05, 5);
  const texts = new Map(data.sizes.map(size => [size.bytes, size.text]));
  return svg('svg', {viewBox: `0 0 ${width} ${height + 34}`, role: 'img', 'aria-label': curveWords(chart)},
    levels(marks, y, left, right, words),
    below(bytes, x, height, value => texts.get(value), left, right, 'size, as in nccl-tests'),
    chart.curves.map(({kind, name, values: own, texts: told}) => {
      const points = own.flatMap((value, i) => value === null ? [] : [[x(bytes[i]), y(value), i]]);
      return [
        svg('path', {d: path(points), fill: 'none', stroke: KINDS[kind].colour, 'stroke-width': 2, 'stroke-dasharray': KINDS[kind].dashes}),
        points.map(([px, py, i]) => telling(svg('circle', {cx: px, cy: py, r: 3.5, fill: KINDS[kind].colour}),
          () => `${data.sizes[i].text}\n${name}: ${told[i]}` + (data.sizes[i].word ? `\n${data.sizes[i].word}` : ''))),
      ];
    }));
}

/** From as it is to as it could be, a bar for each step. */
function stepsSection() {
  if (!data.steps || !data.steps.length) return null;
  return section(data.stepsTitle, null, sized(width => {
    const pitch = 22, left = Math.min(Math.round(width * .5), Math.max(...data.steps.map(step => widthOf(step.name))) + 12), right = width - 70;
    const x = linear(0, Math.max(...data.steps.map(step => step.value)) || 1, left, right);
    return svg('svg', {viewBox: `0 0 ${width} ${data.steps.length * pitch + 6}`, role: 'img',
      'aria-label': data.steps.map(step => `${step.name}: ${step.text}`).join('; ')},
    data.steps.map((step, row) => svg('g', {},
      svg('text', {x: left - 8, y: row * pitch + 15, 'text-anchor': 'end'}, fitted(step.name, left - 10)),
      svg('rect', {x: left, y: row * pitch + 4, width: Math.max(1, x(step.value) - left), height: pitch - 8, rx: 2, fill: KINDS[step.kind].colour}),
      svg('text', {x: x(step.value) + 6, y: row * pitch + 15, class: 'strong'}, step.text))));
  }, false));
}

function figuresTable() {
  return section('Figures', null, table(data.table.labels.map((label, i) => ({label, left: data.table.left.includes(i),
    value: row => i === 0 ? row.order : Number.isNaN(parseFloat(row.cells[i])) ? row.cells[i] : row.numbers[i], text: row => row.cells[i]})),
  data.table.rows.map((row, order) => ({order, cells: row.map(cell => Array.isArray(cell) ? cell[0] : cell), numbers: row.map(cell => Array.isArray(cell) ? cell[1] : 0)}))));
}

function listsSections() {
  return (data.lists || []).filter(list => list.items.length).map(list =>
    section(list.title, null, el('ul', {}, list.items.map(item => el('li', {}, whole(item))))));
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = data.what;
  document.getElementById('page').replaceChildren(...[
    headline(data.headline, data.good), figureRow(data.figures), data.charts.map(curvesSection), stepsSection(), listsSections(), figuresTable(),
  ].flat().filter(Boolean));
  fit();
}
