// Words of the page that the glossary explains: links from where they stand to a list at the end.

const TERMS = JSON.parse((document.getElementById('terms') || {textContent: '[]'}).textContent)
  .map(([name, meaning, command, aliases]) => ({name, meaning, command, names: [name, ...aliases.split('|').filter(Boolean)]}));

function termId(term) {
  return 'term-' + term.name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** A label whose term, if it has one, is a link to its meaning. */
function termed(label) {
  let found = null;
  for (const term of TERMS) {
    for (const name of term.names) {
      const at = label.search(new RegExp(`(^|[^A-Za-z0-9])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![A-Za-z0-9])`, 'i'));
      if (at >= 0 && (!found || name.length > found.name.length)) found = {term, name, at: label.toLowerCase().indexOf(name.toLowerCase(), at)};
    }
  }
  if (!found) return label;
  const {term, name, at} = found;
  return [label.slice(0, at), el('a', {class: 'term', href: '#' + termId(term), title: term.meaning}, label.slice(at, at + name.length)), label.slice(at + name.length)];
}

/** What a word means, if the glossary has it. */
function meaningOf(word) {
  const term = TERMS.find(each => each.names.some(name => name === word || name + 's' === word));
  return term && term.meaning;
}

function termsList() {
  return el('details', {}, el('summary', {}, `Words on this page (${TERMS.length})`),
    el('dl', {class: 'terms'}, TERMS.map(term => [el('dt', {id: termId(term), tabindex: -1}, term.name),
      el('dd', {}, term.meaning.replace(/:$/, '.') + ' ', el('code', {}, term.command))])));
}

/** A link into a closed list opens it. */
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target && target.closest('details');
  if (!fold || fold.open) return;
  fold.open = true;
  target.scrollIntoView();
}

if (TERMS.length && document.getElementById('words')) {
  document.getElementById('words').replaceChildren(termsList());
  addEventListener('hashchange', openTarget);
  document.addEventListener('click', event => event.target.closest && event.target.closest('a.term') && setTimeout(openTarget));
}
