// Claims about RDMA, each measured when somebody asks.

import {get, post, tab} from './api.js';
import {onEvent} from './events.js';
import {copyButton, errorText, head, headedTable} from './parts.js';

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
  return el('article', {class: 'claim', 'data-claim': claim.id},
    el('h3', {}, `${claim.id}  ${claim.claim}`),
    claim.isTestable ? el('dl', {class: 'facts'},
      el('dt', {}, 'claimed'), el('dd', {}, claim.article + (claim.boundChosenHere ? '; a bound of this program, since the article names no number' : '')),
      el('dt', {}, 'measured'), el('dd', {}, claim.how)) : el('p', {class: 'note'}, claim.how),
    claim.source && el('p', {class: 'hint'}, claim.source),
    el('div', {class: 'tools'}, claim.isTestable && button, copyButton('Copy command line', () => 'headroom claims --only ' + claim.id, claim.id)), told);
}

const OUTCOMES = {
  'confirmed': ['✓', 'good', () => 'every measured figure agrees with the claim'],
  'confirmed under conditions': ['◐', 'good', found => `the measured figures agree with the claim in these cases: ${found.detail}`],
  'refuted': ['✖', 'bad', () => 'no measured figure agrees with the claim'],
};

/** What was claimed, what was measured, and how the two stand to each other. */
function verdict(found) {
  const [sign, look, words] = OUTCOMES[found.verdict] || ['○', '', each => each.detail];
  const measured = found.measured || [], cases = measured.some(each => each.condition);
  return el('div', {class: 'measured'},
    el('p', {}, el('b', {class: look}, `${sign} ${found.verdict}`), words(found) ? ': ' + words(found) : ''),
    headedTable(`${found.id}, measured`, [...(cases ? ['case'] : []), 'claimed', 'measured', 'the measured figure'], measured.map(each => [
      ...(cases ? [each.condition] : []), found.article, `${digits(each.value)} ${found.unit || ''}`,
      el('span', {class: each.holds ? 'good' : 'bad'}, `${each.holds ? '✓' : '✖'} ${each.holds ? each.comparison : 'is ' + each.comparison}`)])),
    found.tolerance && el('p', {class: 'hint'}, `Tolerance: ${found.tolerance}.`));
}
