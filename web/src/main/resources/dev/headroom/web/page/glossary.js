// The glossary: terms with search, each with what shows it.

import {get} from './api.js';
import {show as showLink} from './link.js';
import {copyButton, head} from './parts.js';

export async function open(main, values) {
  const {terms, history} = await get('/api/glossary');
  const field = el('input', {type: 'search', id: 'sought', size: 30, autocomplete: 'off', value: values.q || '', oninput: () => draw()});
  const list = el('div', {class: 'terms'});
  const count = el('span', {class: 'hint', role: 'status'});
  main.append(
    head('Glossary', 'Terms of RDMA fabrics, what articles say of them, and a command that shows each.'),
    el('section', {}, el('h2', {}, 'Terms'), el('div', {class: 'row'},
      el('label', {class: 'field', for: 'sought'}, 'search (press / to go here)', field), count), list),
    el('section', {}, el('h2', {}, 'History'), el('ol', {class: 'history'}, history.map(event =>
      el('li', {}, el('b', {}, event.date), ' ' + event.what, el('div', {class: 'hint'}, event.source))))));
  const cards = terms.map(term => ({words: [term.term, ...term.aliases, term.meaning].join(' ').toLowerCase(), names: [term.term, ...term.aliases].join(' ').toLowerCase(), card: card(term)}));

  function draw() {
    const sought = field.value.trim().toLowerCase();
    const found = cards.filter(each => each.words.includes(sought))
      .sort((a, b) => b.names.includes(sought) - a.names.includes(sought));
    list.replaceChildren(...found.map(each => each.card));
    count.textContent = `${found.length} of ${cards.length} terms`;
    showLink('glossary', sought ? {q: sought} : {});
  }

  const slash = event => {
    if (event.key === '/' && document.activeElement !== field) {
      event.preventDefault();
      field.focus();
    }
  };
  addEventListener('keydown', slash);
  draw();
  return () => removeEventListener('keydown', slash);
}

function card(term) {
  return el('article', {}, el('h3', {}, term.term, term.aliases.length && el('span', {class: 'why'}, '  also ' + term.aliases.join(', '))),
    el('p', {}, term.meaning), el('p', {class: 'hint'}, term.source),
    term.uses.length && el('ul', {class: 'hint'}, term.uses.map(use => el('li', {}, `${use.place}: ${use.words}`))),
    term.command && el('div', {class: 'tools'}, el('code', {class: 'command'}, term.command), copyButton('Copy', () => term.command, term.term)));
}
