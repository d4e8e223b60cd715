// Claims with their verdicts: a search, a filter by verdict, and for each what was measured and the commands that measure it again.

const OUTCOMES = {'confirmed': '✓', 'confirmed under conditions': '◐', 'refuted': '✖', 'no difference found': '=', 'neither confirmed nor refuted': '○', 'not testable': '–'};

const wanted = {text: '', outcome: ''};

function wordsOf(claim) {
  claim.all ??= [claim.id, claim.words, claim.verdict, claim.detail, claim.how, claim.sources].join(' ').toLowerCase();
  return claim.all;
}

function claimsSection() {
  const told = el('p', {class: 'note', 'aria-live': 'polite'}), list = el('div', {class: 'findings'});
  const search = el('input', {type: 'search', placeholder: 'Search claims', 'aria-label': 'Search claims', value: wanted.text, oninput: () => {
    wanted.text = search.value.trim();
    filter();
  }});
  const outcome = el('select', {'aria-label': 'All verdicts', onchange: () => {
    wanted.outcome = outcome.value;
    filter();
  }}, el('option', {value: ''}, 'All verdicts'), Object.keys(OUTCOMES).map(key => [key, data.claims.filter(claim => claim.outcome === key).length])
    .filter(([, count]) => count).map(([key, count]) => el('option', {value: key, selected: key === wanted.outcome}, `${OUTCOMES[key]} ${key} (${count})`)));

  function filter() {
    const found = data.claims.filter(claim => (!wanted.outcome || claim.outcome === wanted.outcome)
      && wanted.text.toLowerCase().split(/\s+/).every(word => wordsOf(claim).includes(word)));
    told.textContent = found.length ? `${found.length} of ${data.claims.length} claims.` : 'No claim matches; change the search or the verdict.';
    list.replaceChildren(...found.map(claimArticle));
  }

  filter();
  return section('Claims', null, el('div', {class: 'row filters', role: 'search'}, search, outcome), told, list);
}

function claimArticle(claim) {
  const holder = el('div');
  const fold = el('details', {ontoggle: () => {
    if (fold.open && !holder.hasChildNodes()) holder.append(claimDetails(claim));
  }}, el('summary', {}, el('span', {class: 'level'}, claim.id), el('h3', {}, claim.words),
    el('span', {class: 'of'}, `${OUTCOMES[claim.outcome]} ${claim.verdict}${claim.detail ? ': ' + claim.detail : ''}`)), holder);
  return el('article', {}, fold);
}

function claimDetails(claim) {
  const row = (label, ...content) => content.flat(Infinity).some(Boolean) ? [el('dt', {}, label), el('dd', {}, ...content)] : [];
  const trial = each => [el('p', {}, each.text), each.taken && el('p', {class: 'why'}, each.taken), each.commands.map(command => el('pre', {}, command))];
  return el('dl', {}, row('article', claim.stated), row('tolerance', claim.tolerance), row('note', claim.note), row('measured', claim.how && el('p', {class: 'why'}, claim.how), claim.measured.map(trial)),
    row('beside', claim.beside.map(trial)), row('sources', claim.sources, claim.citation && el('p', {class: 'why'}, claim.citation)));
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = data.what;
  document.getElementById('page').replaceChildren(headline(data.headline, null), figureRow(data.figures), claimsSection());
  fit();
}
