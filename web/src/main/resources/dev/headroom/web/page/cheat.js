// A sheet of settings for one page of paper: what an article says of each, and what runs show that are made when somebody asks.

import {post, tab} from './api.js';
import {onEvent} from './events.js';
import {copyButton, errorText, head} from './parts.js';
import {blocks, stillFold} from './still.js';

const SIGNS = {'confirmed': '✓', 'confirmed under conditions': '◐', 'refuted': '✖'};

export async function open(main) {
  const told = el('div', {'aria-live': 'polite'});
  const sheet = el('div', {class: 'sheet'}), still = el('div');
  const measure = el('button', {type: 'button', class: 'main', onclick: make}, 'Measure now');
  const print = el('button', {type: 'button', disabled: '', onclick: () => window.print()}, 'Print');
  main.append(
    head('Cheat sheet', 'Four settings that an article recommends, and what runs of this program show. Each figure is measured when you ask for it; the sheet fits on one page of paper.'),
    el('section', {class: 'tools-only'}, el('h2', {}, 'Measurements'), el('div', {class: 'tools'}, measure, print, copyButton('Copy command line', () => 'headroom claims --cheat-sheet sheet.html')), told, still),
    sheet);

  async function make() {
    measure.disabled = true;
    const said = el('p', {class: 'note'}, 'waiting for its turn');
    told.replaceChildren(said, el('progress', {'aria-label': 'measuring'}));
    const mute = onEvent('claim', event => { said.textContent = 'measuring ' + event.said; });
    try {
      const {rows} = await post('/api/cheat-sheet', {tab});
      sheet.replaceChildren(...rows.map(card));
      still.replaceChildren(stillFold(width => blocks('Cheat sheet', rows.map(row => ({title: row.setting, lines: [`Article: from ${row.usual} to ${row.target}`, outcomeWords(row),
        ...row.measured.map(([condition, value]) => `${condition || 'measured'}: ${value}`)]})), width)));
      told.replaceChildren(el('p', {role: 'status', class: 'note'}, `${rows.length} claims measured`));
      main.dataset.rows = rows.length;
      print.disabled = false;
    } catch (e) {
      told.replaceChildren(errorText(e.message));
    }
    mute();
    measure.disabled = false;
  }
}

/** The verdict with what it is about: a figure that is far from the stated one may still be a gain. */
function outcomeWords(row) {
  const sign = `${SIGNS[row.outcome] || '○'} ${row.outcome}`;
  if (row.outcome === 'refuted' && row.stated) return `${sign}: no figure below is ${row.stated}`;
  return row.detail && row.measured.length ? `${sign}: ${row.detail}` : sign;
}

function card(row) {
  return el('section', {}, el('h2', {}, row.setting),
    el('p', {class: 'note'}, `Article: from ${row.usual} to ${row.target}; ${row.words}${row.stated && !row.words.includes(row.stated) ? ` (${row.stated})` : ''}.`),
    el('p', {class: 'outcome'}, outcomeWords(row)),
    row.how && el('p', {class: 'hint'}, 'Measured: ' + row.how),
    row.measured.length ? el('table', {class: 'plain wrapping', 'aria-label': row.setting + ', measured'}, el('tbody', {}, row.measured.map(([condition, value]) =>
      el('tr', {}, el('th', {scope: 'row'}, condition || 'measured'), el('td', {}, el('strong', {}, value)))))) : el('p', {}, row.detail),
    row.command && el('code', {class: 'command'}, row.command));
}
