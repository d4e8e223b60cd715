// Claims about RDMA, each measured when somebody asks.

import {get, post, tab} from './api.js';
import {onEvent} from './events.js';
import {copyButton, errorText, head} from './parts.js';

export async function open(main) {
  const {claims} = await get('/api/claims');
  const field = el('input', {type: 'search', id: 'sought', size: 30, autocomplete: 'off', oninput: () => draw()});
  const list = el('div', {class: 'terms'});
  const count = el('span', {class: 'hint', role: 'status'});
  main.append(
    head('Claims', 'Published numbers and rules about RDMA. Measure now makes the runs that test one and compares.'),
    el('section', {}, el('h2', {}, 'Claims'), el('div', {class: 'row'}, el('label', {class: 'field', for: 'sought'}, 'search', field), count), list));
  const cards = claims.map(claim => ({words: [claim.id, claim.claim, claim.how].join(' ').toLowerCase(), card: card(claim)}));

  function draw() {
    const sought = field.value.trim().toLowerCase();
    const found = cards.filter(each => each.words.includes(sought));
    list.replaceChildren(...found.map(each => each.card));
    count.textContent = `${found.length} of ${cards.length} claims`;
  }
  draw();
}

function card(claim) {
  const told = el('div', {'aria-live': 'polite'});
  const button = el('button', {type: 'button', 'aria-label': 'Measure now: ' + claim.id, onclick: async () => {
    button.disabled = true;
    const said = el('p', {class: 'note'}, 'waiting for its turn');
    told.replaceChildren(said, el('progress', {'aria-label': 'measuring ' + claim.id}));
    const mute = onEvent('claim', event => {
      if (event.said.startsWith(claim.id + ':')) said.textContent = 'measuring ' + event.said;
    });
    try {
      told.replaceChildren(verdict((await post('/api/claim', {id: claim.id, tab})).claims[0]));
    } catch (e) {
      told.replaceChildren(errorText(e.message));
    }
    mute();
    button.disabled = false;
  }}, 'Measure now');
  return el('article', {'data-claim': claim.id},
    el('h3', {}, `${claim.id}  ${claim.claim}`),
    el('p', {class: 'note'}, (claim.article ? `stated: ${claim.article}; measured: ` : '') + claim.how),
    claim.source && el('p', {class: 'hint'}, claim.source),
    el('div', {class: 'tools'}, claim.isTestable && button, copyButton('Copy command line', () => 'headroom claims --only ' + claim.id, claim.id)), told);
}

function verdict(found) {
  const look = found.verdict.startsWith('confirmed') ? 'good' : found.verdict === 'refuted' ? 'bad' : '';
  return el('div', {class: 'measured'},
    el('p', {}, el('b', {class: look}, found.verdict), found.detail ? ': ' + found.detail : ''),
    el('ul', {}, (found.measured || []).map(each => el('li', {},
      `${each.condition ? each.condition + ': ' : ''}${digits(each.value)} ${found.unit || ''}`, each.holds ? ' (holds)' : ` (does not hold: ${each.missedBy})`))));
}
