// A burn-in: verdict and bound, steps, coverage, bandwidth, temperature, counters, gaps, limits, and the chain of evidence.

function figure(label, value, word) {
  return el('div', {class: 'figure'}, el('div', {class: 'label'}, label), el('div', {class: 'value'}, value), word ? el('div', {class: 'word'}, word) : null);
}

/** A number without zeros at its end. */
function brief(value) {
  return digits(value).replace(/(\.[0-9]*?)0+$/, '$1').replace(/\.$/, '');
}

/** A verdict in its colour, and always in words. */
function verdictCell(word) {
  const colour = word === 'pass' ? 'var(--good)' : word === 'fail' ? 'var(--warn)' : 'var(--soft)';
  return el('td', {class: 'left', style: `color: ${colour}; font-weight: 600`}, word);
}

/** A number with its power of ten. */
function power(value) {
  const exponent = Math.floor(Math.log10(value));
  return exponent > -4 && exponent < 6 ? show.count(value) : (value / 10 ** exponent).toFixed(1) + 'e' + exponent;
}

function figures() {
  const passed = data.steps.filter(step => step[data.level] === 'pass').length;
  return el('section', {class: 'figures'},
    figure('steps that pass', `${passed} of ${data.steps.length}`, 'at level ' + data.level),
    figure('links', show.count(data.links)),
    figure('time', digits(data.hours) + ' h', `${show.count(data.done)} of ${show.count(data.slices)} slices` + (data.isRehearsal ? ', virtual' : '')),
    data.packets > 0 && figure('packets', power(data.packets), 'times that one crossed a link'),
    data.packets > 0 && !data.hasErrors && figure('bound without errors', power(3 / data.packets), 'a packet, 95 % confidence (3/n)'),
    data.hottest !== null && figure('hottest module', digits(data.hottest) + ' C', 'limit ' + data.hot + ' C'),
    figure('interruptions', show.count(data.resumes), data.resumes ? 'resumed; see below' : 'none'),
    figure('evidence', data.hash.slice(0, 8), 'last hash; ' + (data.key ? 'signed' : 'not signed')));
}

function stepsSection() {
  const cell = (...content) => el('td', {class: 'left wrap', style: 'min-width: 180px'}, ...content);
  const line = (strong, text) => el('div', {}, el('b', {}, strong), text);
  const heads = ['step and its length', 'article', 'standard', 'rules'];
  return section('Steps', `Only "pass" counts, and level ${data.level} signs off. "Not exercised" and "not measurable" are not passes.`,
    el('div', {style: 'overflow-x: auto'}, el('table', {}, el('thead', {}, el('tr', {}, heads.map(head => el('th', {class: 'left'}, head)))),
      el('tbody', {}, data.steps.map(step => el('tr', {}, cell(line(step.title, ', ' + step.length), el('div', {class: 'key'}, step.what)),
        verdictCell(step.article), verdictCell(step.standard), cell(line('article: ', step.articleRule), line('standard: ', step.standardRule))))))));
}

function findingsSection() {
  const rows = data.steps.flatMap(step => step.findings.map(finding => [step.title, ...finding]));
  if (!rows.length) return null;
  const column = (label, i, wrap) => ({label, left: true, wrap, value: row => row[i]});
  return section('Why it is not signed off', 'Every link and rule that did not pass.', table([
    column('step', 0), column('link', 1), column('verdict', 2), column('level', 3), column('what', 4, true), column('found', 5, true), column('passes', 6, true), column('source', 7, true),
  ], rows));
}

function factsSection() {
  const steps = data.steps.filter(step => step.facts.length);
  if (!steps.length) return null;
  return section('What was seen', null, steps.map(step => [el('h3', {}, step.title), el('ul', {}, step.facts.map(fact => el('li', {}, whole(fact))))]));
}

function listed(title, texts) {
  return texts.length ? section(title, null, el('ul', {}, texts.map(text => el('li', {}, text)))) : null;
}

function coverageSection() {
  if (!data.coverage.length || !data.coverage[0].shares.length) return null;
  return section('Coverage', 'A row for each link, a column for each hour: the share of its rate that its cable carried, as the port counted it. Hatched: no traffic, or no counter that says so.',
    el('div', {class: 'row'}, el('span', {class: 'key'}, 'share of the rate ', el('span', {class: 'scale'}, '0 ',
      el('i', {class: 'ramp', style: `background: linear-gradient(90deg, ${coverColour(0)}, ${coverColour(1)})`}), '100 %'))), sized(drawCoverage));
}

function drawCoverage(width) {
  const rows = data.coverage, hours = rows[0].shares.length;
  const pitch = rows.length > 40 ? 9 : rows.length > 16 ? 13 : 20;
  const left = Math.min(150, Math.max(...rows.map(row => widthOf(row.link))) + 12), right = width - 6;
  const cell = (right - left) / hours, height = rows.length * pitch;
  const every = Math.ceil(12 / pitch);
  return svg('svg', {viewBox: `0 0 ${width} ${height + 36}`, role: 'img', 'aria-label': 'coverage of links by hours'},
    svg('defs', {}, svg('pattern', {id: 'none', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)'},
      svg('rect', {width: 5, height: 5, fill: 'var(--card)'}), svg('rect', {width: 1.2, height: 5, fill: 'var(--faint)'}))),
    rows.map((row, y) => [
      y % every ? null : svg('text', {x: left - 6, y: y * pitch + pitch / 2 + 4, 'text-anchor': 'end'}, fitted(row.link, left - 8)),
      row.shares.map((share, hour) => telling(svg('rect', {x: (left + hour * cell).toFixed(1), y: y * pitch, width: Math.max(.5, cell - .6).toFixed(2), height: pitch - 1,
        fill: share === null || share < 0 ? 'url(#none)' : coverColour(share)}),
      () => `${row.link}, hour ${hour + 1}: ${share === null || share < 0 ? 'no traffic counted' : Math.round(share * 100) + ' % of the rate'}`)),
    ]),
    below(ticks(0, hours, Math.max(3, Math.floor((right - left) / 60))), linear(0, hours, left, right), height, value => String(value), left, right, 'hours from the start'));
}

/** Full load is what a burn-in wants: it has the calm end of the scale. */
function coverColour(share) {
  const [from, to] = dark() ? [[60, 40, 38], [64, 160, 112]] : [[246, 214, 205], [47, 143, 91]];
  const t = Math.min(1, Math.max(0, share));
  return 'rgb(' + from.map((value, i) => Math.round(value + t * (to[i] - value))).join(',') + ')';
}

function linesSection(key, title, note, unit, limit) {
  const drawn = data.lines.filter(line => line[key].length);
  if (!drawn.length) return section(title, 'Nothing was measured.');
  return section(title, note, sized(width => drawLines(drawn, key, width, title, unit, limit)));
}

function drawLines(lines, key, width, title, unit, limit) {
  const height = 220, left = 46, right = width - 10;
  const values = lines.flatMap(line => line[key].map(point => point[1]));
  const least = Math.min(...values, ...(limit ? [limit] : [])), most = Math.max(...values, ...(limit ? [limit] : []));
  const room = Math.max((most - least) * .06, most * .004, .01);
  const hours = Math.max(...lines.flatMap(line => line[key].map(point => point[0])), .01);
  const y = linear(Math.max(0, least - room), most + room, height, 6), x = linear(0, hours, left, right);
  const opacity = Math.max(.25, Math.min(1, 8 / lines.length));
  return svg('svg', {viewBox: `0 0 ${width} ${height + 36}`, role: 'img', 'aria-label': `${title}, in ${unit}`},
    levels(ticks(Math.max(0, least - room), most + room, 5), y, left, right, brief),
    limit ? svg('line', {x1: left, x2: right, y1: y(limit), y2: y(limit), stroke: 'var(--warn)', 'stroke-width': 1.5, 'stroke-dasharray': '5 4'}) : null,
    lines.map(line => telling(line[key].length > 1
      ? svg('path', {d: path(line[key].map(([hour, value]) => [x(hour), y(value)])), fill: 'none', stroke: 'var(--accent)', 'stroke-width': 1.4, opacity})
      : svg('circle', {cx: x(line[key][0][0]), cy: y(line[key][0][1]), r: 3, fill: 'var(--accent)'}),
    () => `${line.link}: ${digits(Math.min(...line[key].map(point => point[1])))} to ${digits(Math.max(...line[key].map(point => point[1])))} ${unit}`)),
    below(ticks(0, hours, Math.max(3, Math.floor((right - left) / 70))), x, height, brief, left, right, 'hours from the start'));
}

const TRAFFIC = /^(tx|rx)_bytes|^port_(xmit|rcv)_(data|packets)|^netdev_|corrected_bits|^np_|^rp_|prio3_pause/;

function countersSection() {
  const errors = data.counters.filter(row => !TRAFFIC.test(row[1]));
  const sums = {};
  data.counters.filter(row => TRAFFIC.test(row[1])).forEach(([, name, value]) => { sums[name] = (sums[name] || 0) + value; });
  return section('Counters that moved', 'Growth from the first reading to the last. Traffic, corrected bits, marks and pauses are normal and are added up over all links; all other counters are listed link by link.',
    errors.length ? table([{label: 'link', left: true, value: row => row[0]}, {label: 'counter', left: true, value: row => row[1]}, {label: 'growth', value: row => row[2], text: row => show.count(row[2])}], errors)
      : el('p', {}, el('b', {}, 'No counter of errors has moved on any link.')),
    el('h3', {}, 'All links together'),
    table([{label: 'counter', left: true, value: row => row[0]}, {label: 'growth', value: row => row[1], text: row => power(row[1])}], Object.entries(sums)),
    data.missing.length ? [el('h3', {}, 'Not readable'), table(['link', 'counter', 'why'].map((label, i) => ({label, left: true, wrap: i === 2, value: row => row[i]})), data.missing)] : null);
}

function historySection() {
  const text = (label, i, wrap) => ({label, left: true, wrap, value: row => row[i]});
  return section('Starts, interruptions and gaps', data.resumes
    ? `The run was interrupted and taken up again ${data.resumes} times. A slice that was cut off was done again.`
    : 'The run was not interrupted.',
  table([text('time', 0), text('what', 1), {label: 'slice done again', left: true, value: row => row[2] || '-'}, text('versions', 3, true)], data.starts),
  data.stops.length ? [el('h3', {}, 'Stops'), table([text('time', 0), text('in slice', 1), text('why', 2, true)], data.stops)] : null,
  data.gaps.length ? [el('h3', {}, 'Time without evidence'), table([{label: 'from hour', value: row => row[0], text: row => digits(row[0])}, {label: 'seconds', value: row => row[1], text: row => show.count(Math.round(row[1]))}, text('why', 2)], data.gaps)] : null,
  data.events.length ? [el('h3', {}, 'Devices that started anew'), table([text('link', 0), {label: 'hour', value: row => row[1], text: row => digits(row[1])}, text('what', 2, true)], data.events)] : null);
}

function limitsSection() {
  return section('Limits and their sources', '"derived" is worked out for this program: nobody publishes a limit.', table(
    ['what', 'limit', 'source'].map((label, i) => ({label, left: true, wrap: true, value: row => row[i]})), data.limits));
}

function evidenceSection() {
  const row = (name, value) => el('tr', {}, el('td', {class: 'left'}, name), el('td', {class: 'left wrap', style: 'overflow-wrap: anywhere'}, value));
  return section('Evidence', 'Each record has the SHA-256 of the one before it. "headroom burnin verify FOLDER" checks every record, every output and this verdict. Whoever has noted the last hash can tell whether anything was changed since.',
    el('table', {}, el('tbody', {},
      row('last hash', el('code', {}, data.hash)), row('records', show.count(data.records)), row('hash of the plan', el('code', {}, data.planHash)),
      row('signature', data.key ? 'Ed25519, key ' + data.key : 'none: the chain proves order and completeness to those who noted the last hash'),
      row('traffic by', data.tools.join(', ')))),
    data.notes.length ? [el('h3', {}, 'Notes of the runner'), el('ul', {}, data.notes.map(note => el('li', {}, note)))] : null,
    el('details', {}, el('summary', {}, 'The plan'), el('pre', {style: 'overflow-x: auto'}, data.plan)));
}

function signaturesSection() {
  const line = name => el('div', {style: 'min-width: 220px; flex: 1; border-top: 1px solid var(--line); padding-top: 4px; margin-top: 34px'}, el('span', {class: 'key'}, name));
  const what = data.isRehearsal ? 'For the plan, not for any hardware. ' : '';
  return section('Sign-off', null, el('p', {}, what, data.verdict + '. Evidence: last hash ', el('code', {style: 'overflow-wrap: anywhere'}, data.hash), data.key ? ', signed with key ' + data.key : ', not signed', '.'), el('div', {class: 'row'}, line('for the operator: name, date'), line('for the customer: name, date')));
}

/** When it ran, by the clock of the machine that ran it; a rehearsal has the time of its start alone. */
function dates() {
  const said = time => time.slice(0, 16).replace('T', ' ');
  if (!data.from) return '';
  const until = data.isRehearsal ? '' : data.until ? ' to ' + said(data.until) : ', not ended';
  return `, ${said(data.from)}${until} UTC`;
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = `${data.isRehearsal ? 'Rehearsal of a burn-in' : 'Burn-in'}: ${show.count(data.links)} links, ${data.planned} planned` + dates();
  document.getElementById('page').replaceChildren(...[
    el('section', {class: 'headline' + (data.isClean ? ' well' : '')}, whole(data.verdict)),
    figures(), listed('A rehearsal: what is simulated', data.extrapolated), stepsSection(), findingsSection(),
    listed('What was not exercised', data.notExercised), coverageSection(),
    linesSection('gbps', 'Bandwidth over time', 'A line for each link: payload of what it sent in Gb/s, as the tool says. Point at a line for its link.', 'Gb/s'),
    linesSection('heat', 'Temperature over time', 'A line for each module, in C. Dashed: 70 C.', 'C', data.hot),
    countersSection(), factsSection(), historySection(), limitsSection(), evidenceSection(), signaturesSection(),
  ].filter(Boolean));
  fit();
}
