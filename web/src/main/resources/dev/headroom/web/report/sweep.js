// A sweep: the best settings, how much each key explains, the effect of each value, all settings as points.

/** A bar for each key: its share of the variance between settings. */
function sharesSection() {
  const shares = Object.entries(data.shares);
  if (shares.length < 2 || data.judged < 3) return null;
  return section('Keys that matter', `Share of the variance of ${data.measures[0][0]} between settings that each key explains by itself. Keys that act only together with others add up to less than 100 %.`,
    sized(width => drawKeyShares(shares, width)));
}

function drawKeyShares(shares, width) {
  const pitch = 22, left = Math.min(Math.round(width * .45), Math.max(...shares.map(([key]) => widthOf(key))) + 12), right = width - 54;
  const x = linear(0, 1, left, right), words = share => (share * 100).toFixed(share < .0995 ? 1 : 0) + ' %';
  return svg('svg', {viewBox: `0 0 ${width} ${shares.length * pitch + 4}`, role: 'img', 'aria-label': 'share of the variance of each key'},
    shares.map(([key, share], row) => telling(svg('g', {},
      svg('text', {x: left - 8, y: row * pitch + 15, 'text-anchor': 'end'}, fitted(key, left - 10)),
      svg('rect', {x: left, y: row * pitch + 4, width: Math.max(1, x(share) - left), height: pitch - 8, rx: 2, fill: 'var(--accent)'}),
      svg('text', {x: x(share) + 6, y: row * pitch + 15, class: 'strong'}, words(share))), () => `${key}: ${words(share)}`)));
}

/** How a value of the deciding measure is written on an axis. */
function judgeWords(value) {
  const unit = data.measures[0][2];
  return unit === 'time' ? show.time(value) : unit === 'size' ? show.size(value) : unit === 'rate' ? show.rate(value)
    : unit === 'share' ? show.percent(value * 1000) : digits(value);
}

function pointsSection() {
  if (data.points.length < 3 || !data.levels.length) return null;
  const part = data.points.length < data.judged ? ` A selection of ${show.count(data.points.length)} of ${show.count(data.judged)}.` : '';
  return section('All settings', `A point for each setting: ${data.measures[0][0]} over the value of each key. The best point is larger.${part}`,
    el('div', {class: 'grid'}, data.levels.map((level, key) => el('div', {}, el('h3', {}, level.key + ' ',
      el('span', {class: 'why'}, data.measures[0][1] + ' is better')), sized(width => drawPoints(level, key, width))))));
}

/** Points of one value lie side by side, so that they do not hide each other. */
function drawPoints({key, names}, at, width) {
  const height = 190, left = 62, right = width - 10;
  const values = data.points.map(point => point[0]), least = Math.min(...values), most = Math.max(...values);
  const room = (most - least || Math.abs(most) || 1) * .06;
  const y = linear(least - room, most + room, height, 8), x = linear(0, 1, left, right);
  const best = data.measures[0][1] === 'more' ? most : least;
  const jitter = i => data.isGrid || data.sample === 'grid' ? ((i * .618034) % 1 - .5) * .6 / names.length : 0;
  const place = (point, i) => x(Math.min(1, Math.max(0, point[3 + at] + jitter(i))));
  const every = Math.ceil(names.length * 64 / (right - left));
  return svg('svg', {viewBox: `0 0 ${width} ${height + 22}`, role: 'img', 'aria-label': `${data.measures[0][0]} over ${key}`},
    levels(ticks(least - room, most + room, 4), y, left, right, judgeWords),
    names.map((name, i) => i % every ? null : svg('text', {x: x((i + .5) / names.length), y: height + 16, 'text-anchor': 'middle'}, fitted(name, every * (right - left) / names.length - 4))),
    data.points.map((point, i) => telling(svg('circle', {cx: place(point, i).toFixed(1), cy: y(point[0]).toFixed(1), r: point[0] === best ? 5 : 2.6,
      fill: point[0] === best ? 'var(--good)' : 'var(--accent)', opacity: point[0] === best ? 1 : .55}), () => `${data.keys}\n${point[2]}\n${data.measures[0][0]}: ${point[1]}`)));
}

function failuresSection() {
  if (!data.failures.length) return null;
  const column = (label, i, wrap) => ({label, left: true, wrap, value: row => row[i], text: row => row[i]});
  return section('Failed trials', 'Each row stands for all trials that failed for its reason.', table([
    column('kind', 0), {label: 'trials', value: row => row[1], text: row => show.count(row[1])}, column('one of them', 2, true), column('reason', 3, true),
  ], data.failures));
}

function render() {
  tip.hide();
  const [trials, measured, failed, missing] = data.trials;
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = `Sweep of ${show.count(data.settings)} settings (${data.sample}): ${show.count(measured)} of ${show.count(trials)} trials have figures`
    + (failed ? `, ${show.count(failed)} failed` : '') + (missing ? `, ${show.count(missing)} have not run` : '');
  document.getElementById('page').replaceChildren(...[
    headline(data.verdict, null),
    ...(data.runs.length ? [rankingSection('Best settings'), sharesSection(), effectsSection(), pointsSection()] : []),
    failuresSection(),
  ].filter(Boolean));
  fit();
}
