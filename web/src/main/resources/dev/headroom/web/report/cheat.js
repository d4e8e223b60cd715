// A sheet of settings to print: what an article says of each, and what runs show.

const SIGNS = {'confirmed': '✓', 'confirmed under conditions': '◐', 'refuted': '✖'};

/** The verdict with what it is about: a figure that is far from the stated one may still be a gain. */
function outcomeWords(row) {
  const sign = `${SIGNS[row.outcome] || '○'} ${row.outcome}`;
  if (row.outcome === 'refuted' && row.stated) return `${sign}: no figure below is ${row.stated}`;
  return row.detail && row.measured.length ? `${sign}: ${row.detail}` : sign;
}

function cheat(row) {
  return el('article', {}, el('h2', {}, termed(row.setting)),
    el('p', {class: 'note'}, `Article: from ${row.usual} to ${row.target}; ${row.words}${row.stated && !row.words.includes(row.stated) ? ` (${row.stated})` : ''}.`),
    el('p', {class: 'verdict'}, outcomeWords(row)),
    row.how && el('p', {class: 'why'}, `Measured: ${row.how}`),
    row.measured.length ? el('table', {}, el('tbody', {}, row.measured.map(([condition, value]) =>
      el('tr', {}, el('td', {class: 'left'}, condition || 'measured'), el('td', {}, el('strong', {}, value)))))) : el('p', {}, row.detail),
    row.command && el('code', {}, row.command));
}

function render() {
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = data.what;
  document.getElementById('page').replaceChildren(el('div', {class: 'sheet'}, data.rows.map(cheat)));
}
