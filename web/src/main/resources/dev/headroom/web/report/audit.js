// An audit: what was found, worst first, with a search and filters; then what was not found, folded away.

const LEVELS = {error: ['✖', 'error', 'errors'], warning: ['▲', 'warning', 'warnings'], info: ['●', 'note', 'notes']};

/** So many findings are put on the page at once; more come before the reader is at their end. */
const AT_ONCE = 20;

/** Where there are no more than these, nobody has to open them. */
const OPEN_UP_TO = 6;

const chosen = {text: '', level: '', host: '', rule: ''};

function level(key) {
  return el('span', {class: 'level ' + key}, `${LEVELS[key][0]} ${LEVELS[key][1]}`);
}

/** What a search looks through, in lower case. */
function wordsOf(finding) {
  finding.words ??= [LEVELS[finding.level][1], finding.rule, finding.subject, finding.message, finding.cause.join(' '), ...finding.hosts.map(i => data.hosts[i])]
    .join(' ').toLowerCase();
  return finding.words;
}

function isWanted(finding) {
  return (!chosen.level || finding.level === chosen.level) && (!chosen.rule || finding.rule === chosen.rule)
    && (chosen.host === '' || finding.hosts.includes(Number(chosen.host)))
    && chosen.text.toLowerCase().split(/\s+/).every(word => wordsOf(finding).includes(word));
}

function findingsSection() {
  if (!data.findings.length) return null;
  const told = el('p', {class: 'note', 'aria-live': 'polite'});
  const list = el('div', {class: 'findings'});
  const end = el('div', {class: 'more'});
  let wanted = [], shown = 0;
  const watch = new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting)) show(shown + AT_ONCE);
  }, {rootMargin: '1500px'});

  function show(most) {
    const next = wanted.slice(shown, most);
    list.append(...next.map((finding, i) => article(finding, wanted.length <= OPEN_UP_TO || shown + i === 0)));
    shown += next.length;
    watch.unobserve(end);
    if (shown < wanted.length) watch.observe(end); // anew: it tells whether the end is still near
  }

  function filter() {
    wanted = data.findings.filter(isWanted);
    list.replaceChildren();
    shown = 0;
    show(AT_ONCE);
    told.textContent = wanted.length === data.findings.length ? `${counted(data.findingCount, 'finding')}`
        + (data.findingCount > wanted.length ? ` in ${counted(wanted.length, 'row')}, one for the same on several hosts` : '') + '; worst first.'
      : wanted.length ? `${wanted.length.toLocaleString('en-US')} of ${counted(data.findings.length, 'row')}; worst first.`
      : 'No finding matches; change the search or a filter.';
  }

  showAll = () => show(Infinity);
  filter();
  return section('Findings', null, filters(filter), told, list, end);
}

let showAll = () => {};

/** On paper there is no search, and nothing comes later. */
function beforePrint() {
  showAll();
}

function counted(number, one) {
  return `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`;
}

function filters(changed) {
  let waiting = 0;
  const search = el('input', {type: 'search', placeholder: 'Search findings', 'aria-label': 'Search findings', value: chosen.text, oninput: () => {
    chosen.text = search.value.trim();
    clearTimeout(waiting);
    waiting = setTimeout(changed, 80);
  }});
  const choice = (key, label, options) => {
    const select = el('select', {'aria-label': label, onchange: () => {
      chosen[key] = select.value;
      changed();
    }}, el('option', {value: ''}, label), options.map(([value, words]) => el('option', {value, selected: String(value) === chosen[key]}, words)));
    return select;
  };
  const count = of => data.findings.reduce((found, finding) => found.set(of(finding), (found.get(of(finding)) || 0) + 1), new Map());
  const perHost = new Map();
  for (const finding of data.findings) for (const host of finding.hosts) perHost.set(host, (perHost.get(host) || 0) + 1);
  const levels = count(finding => finding.level), rules = count(finding => finding.rule);
  return el('div', {class: 'row filters', role: 'search'}, search,
    choice('level', 'All severities', Object.keys(LEVELS).filter(key => levels.has(key)).map(key => [key, `${LEVELS[key][0]} ${counted(levels.get(key), LEVELS[key][1])}`])),
    perHost.size > 1 && choice('host', `All ${perHost.size.toLocaleString('en-US')} hosts`, [...perHost].sort((a, b) => compare(data.hosts[a[0]], data.hosts[b[0]]))
      .map(([host, number]) => [host, `${data.hosts[host] || 'whole cluster'} (${number})`])),
    rules.size > 1 && choice('rule', `All ${rules.size} rules`, [...rules].sort().map(([rule, number]) => [rule, `${rule} (${number})`])));
}

/** A finding in two lines; the rest is made when it is opened. */
function article(finding, open) {
  const holder = el('div');
  const fold = el('details', {ontoggle: () => {
    if (fold.open && !holder.hasChildNodes()) holder.append(details(finding));
  }}, el('summary', {}, level(finding.level), el('h3', {}, finding.message),
    el('span', {class: 'of'}, [finding.subject, finding.rule, finding.price && finding.price.text].filter(Boolean).join(' · '))), holder);
  if (open) {
    holder.append(details(finding));
    fold.open = true;
  }
  return el('article', {class: finding.level}, fold);
}

function details(finding) {
  const [cause, source] = finding.cause;
  const row = (label, ...content) => content.flat(Infinity).some(Boolean) ? [el('dt', {}, label), el('dd', {}, ...content)] : [];
  const pre = text => el('pre', {}, text);
  const soft = text => el('p', {class: 'why'}, text);
  return el('dl', {},
    row('seen', finding.seen.map(pre), finding.more && soft(finding.more)),
    finding.hosts.length > 4 ? row('hosts', finding.hosts.map(i => data.hosts[i]).join(', ')) : [],
    row('cause', cause),
    row('fix', finding.fix.map(step => [step.now.map(text => step.words ? el('p', {}, text) : pre(text)),
      step.after.length ? [soft('persistent'), step.after.map(pre)] : null]), finding.demands && soft(finding.demands)),
    finding.price ? [row('price', finding.price.text),
      row('as found', pre(finding.price.found), soft('digest ' + finding.price.foundDigest)),
      row('once fixed', pre(finding.price.fixed), soft('digest ' + finding.price.fixedDigest))] : [],
    row('source', source));
}

function plainTable(labels, rows) {
  return table(labels.map((label, i) => ({label, left: true, wrap: i === labels.length - 1, value: row => row[i] ?? ''})), rows);
}

/** Sections that say more than the findings, as far as there is something to say. */
function others() {
  const part = (title, rows, labels) => rows.length ? folded(`${title} (${rows.length.toLocaleString('en-US')})`, () => plainTable(labels, rows)) : null;
  return [
    data.unreached.length ? section('Not reached', null, plainTable(['host', 'why'], data.unreached)) : null,
    part('Not read', data.unread, ['host', 'file', 'why']),
    part('Contradictions', data.contradictions, ['host', 'values']),
    part('Waived', data.waived, ['rule', 'subject', 'reason', 'until']),
    data.notChecked.length ? folded(`Not checked: ${counted(data.notCheckedRules, 'rule')} lacked an input`, () => [
      el('p', {class: 'note'}, 'A rule that lacks an input says nothing, good or bad. What most rules lack comes first.'),
      table([
        {label: 'input that is missing', left: true, wrap: true, value: row => row[0]},
        {label: 'rules', value: row => row[1]},
        {label: 'which', left: true, wrap: true, value: row => row[2]},
        {label: 'of hosts', left: true, value: row => row[3]},
      ], data.notChecked)]) : null,
    part('Passed', data.passed, ['rule', 'what it checks', 'subjects', 'note']),
    part('Links', data.links, ['host', 'switch', 'known by']),
    part('Sources', data.sources, ['file', 'read as', 'understood', 'ignored', 'not understood', 'not checked']),
  ];
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = data.what;
  document.getElementById('page').replaceChildren(...[
    headline(data.headline, data.good), figureRow(data.figures), findingsSection(), others(),
  ].flat().filter(Boolean));
  fit();
}
